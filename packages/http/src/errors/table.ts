/** The status and title of a problem type. */
export interface ErrorKind {
  readonly status: number;
  /** HTTP's reason phrase or, for a more specific code with the same status, a summary of the problem. */
  readonly title: string;
}

/**
 * The kernel's problem types by code, with status and title. The code is both the anchor in the reference and the last
 * part of the problem document's `type`.
 */
export const ERRORS = {
  'bad-request': { status: 400, title: 'Bad Request' },
  'invalid-path': { status: 400, title: 'Invalid path' },
  'invalid-query': { status: 400, title: 'Invalid query' },
  'invalid-values': { status: 400, title: 'Missing or invalid values' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
  'method-not-allowed': { status: 405, title: 'Method Not Allowed' },
  'not-acceptable': { status: 406, title: 'Not Acceptable' },
  'request-timeout': { status: 408, title: 'Request Timeout' },
  conflict: { status: 409, title: 'Conflict' },
  'idempotency-key-in-use': { status: 409, title: 'Idempotency key in use' },
  'precondition-failed': { status: 412, title: 'Precondition Failed' },
  'body-too-large': { status: 413, title: 'Payload Too Large' },
  'path-too-long': { status: 414, title: 'URI Too Long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported Media Type' },
  'range-not-satisfiable': { status: 416, title: 'Range Not Satisfiable' },
  'unprocessable-content': { status: 422, title: 'Unprocessable Content' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency key already used' },
  'upgrade-required': { status: 426, title: 'Upgrade Required' },
  'precondition-required': { status: 428, title: 'Precondition Required' },
  'too-many-requests': { status: 429, title: 'Too Many Requests' },
  'internal-error': { status: 500, title: 'Internal Server Error' },
  'not-implemented': { status: 501, title: 'Not Implemented' },
  unavailable: { status: 503, title: 'Service Unavailable' },
} as const;

/** The code of one of the kernel's problem types: a key of `ERRORS`. */
export type ErrorCode = keyof typeof ERRORS;

const kinds: Readonly<Record<ErrorCode, ErrorKind>> = ERRORS;

/**
 * Returns the code for a status. If several codes share the status, returns the most general one. If there is no code
 * for the status, returns undefined.
 */
export function codeOf(status: number): ErrorCode | undefined {
  return byStatus.get(status);
}

const byStatus = new Map<number, ErrorCode>();
for (const code of Object.keys(ERRORS) as ErrorCode[]) {
  const { status } = kinds[code];
  if (!byStatus.has(status)) byStatus.set(status, code);
}
