/** A kind of failure that a client may see. */
export interface ErrorKind {
  readonly status: number;
  readonly title: string;
}

/**
 * Every failure that the kernel answers with, by its code: the one place where code, status and title meet. The code
 * is also the anchor in the documentation's page of errors, and the end of the problem document's `type`.
 */
export const ERRORS = {
  'bad-request': { status: 400, title: 'Bad request' },
  'invalid-path': { status: 400, title: 'The path cannot be decoded' },
  'invalid-query': { status: 400, title: 'The query cannot be read' },
  'invalid-values': { status: 400, title: 'Values of the request are missing or wrong' },
  unauthorized: { status: 401, title: 'Authentication is needed' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Nothing is here' },
  'method-not-allowed': { status: 405, title: 'The method is not allowed here' },
  'not-acceptable': { status: 406, title: 'No acceptable form of the answer exists' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'In conflict with the present state' },
  'precondition-failed': { status: 412, title: 'It is not as the request expects it' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'path-too-long': { status: 414, title: 'The path is too long' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported' },
  'range-not-satisfiable': { status: 416, title: 'No part of it is in the range' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'internal-error': { status: 500, title: 'Internal error' },
  'not-implemented': { status: 501, title: 'Not implemented' },
  unavailable: { status: 503, title: 'Not available now' },
} as const;

/** The code of an error that the kernel answers with: a key of `ERRORS`. */
export type ErrorCode = keyof typeof ERRORS;

const kinds: Readonly<Record<ErrorCode, ErrorKind>> = ERRORS;

/** The kind that stands for a status; of several the most general. Undefined when the table has none. */
export function codeOf(status: number): ErrorCode | undefined {
  return byStatus.get(status);
}

const byStatus = new Map<number, ErrorCode>();
for (const code of Object.keys(ERRORS) as ErrorCode[]) {
  const { status } = kinds[code];
  if (!byStatus.has(status)) byStatus.set(status, code);
}
