import { ERRORS } from '@writ/http';
import { VALUE_ERRORS, type ErrorCode } from '@writ/http/kernel';
import { PROBLEMS, VALUE_ERRORS as SERVICE_VALUE_ERRORS } from '../../packages/service/src/problems.ts';

/** Causes of the problem types in `ERRORS`. */
const problemCauses: Readonly<Record<ErrorCode, string>> = {
  'bad-request':
    'The request is malformed in a way that no other problem type covers, for example because it has two Host headers.',
  'invalid-path':
    'The path of the request contains a malformed percent escape or a non-ASCII character, does not begin with a slash, or has matrix parameters after a dot segment.',
  'invalid-query':
    'The query or a form contains too many names, a name with a malformed percent escape, or a value that is too long.',
  'invalid-values':
    'A bound value is missing, cannot be converted or fails validation. `errors` lists each such value.',
  unauthorized: 'The route requires a user, and the credentials are missing or invalid.',
  forbidden:
    'The user lacks the required role or right, a CORS policy rejects the origin of a preflight, or CSRF protection rejects the request.',
  'not-found':
    'No route matches the path or the requested version, a file does not exist, or a path variable cannot be converted and the route is set to respond with 404.',
  'method-not-allowed':
    "Routes match the path, but none of them accepts the request's method. `Allow` lists the allowed methods.",
  'not-acceptable': 'None of the media types of the response matches the Accept header.',
  'request-timeout': 'The body is not received within the time limit.',
  conflict: 'A handler throws this error because the request conflicts with the current state.',
  'idempotency-key-in-use':
    'An earlier request with the same `Idempotency-Key` is still in progress. Repeat the request later.',
  'precondition-failed':
    'A resource does not meet the condition of If-Match, If-None-Match or If-Unmodified-Since.',
  'body-too-large': 'The size of the body, of a part or of the decompressed body exceeds a limit.',
  'path-too-long': 'The path is longer than 8192 characters.',
  'unsupported-media-type': 'No route or reader accepts the media type or encoding of the body.',
  'range-not-satisfiable': 'The requested range begins after the last byte of the file.',
  'unprocessable-content':
    'A handler throws this error because it cannot process the content of the request.',
  'idempotency-key-reused':
    'An earlier request with the same `Idempotency-Key` had another method, address or body. Use a new key.',
  'upgrade-required':
    'The path belongs to a WebSocket route, but the request is not a valid WebSocket handshake.',
  'precondition-required':
    'A handler changes a resource only if the request has a precondition, such as If-Match with the ETag of the resource, and the request has none.',
  'too-many-requests': 'A rate limit is exceeded. `Retry-After` specifies when to try again.',
  'internal-error':
    'A handler or component throws an error that is not an `HttpError`, and no exception handler handles it. The error is logged.',
  'not-implemented': 'A handler throws this error because the operation is not available on this server.',
  unavailable:
    'The time limit of a handler, provider, middleware or worker thread is exceeded, the server is starting or closing, or a limit on worker threads or open files is reached.',
};

/** Files that declare problem types and value codes. */
export const problemTables: readonly string[] = [
  'packages/http/src/errors/table.ts',
  'packages/http/src/errors/value-errors.ts',
  'packages/service/src/problems.ts',
];

export interface PackageProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly package: string;
}

/** Lists the problem types of all packages. */
export function allProblems(): readonly PackageProblem[] {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return [
    ...codes.map((code) => ({ code, ...ERRORS[code], cause: problemCauses[code], package: 'http' })),
    ...Object.entries(PROBLEMS).map(([code, problem]) => ({ code, ...problem, package: 'service' })),
  ];
}

export interface PackageValueError {
  readonly code: string;
  readonly meaning: string;
  readonly package: string;
}

/** Lists the value codes of all packages. */
export function allValueErrors(): readonly PackageValueError[] {
  const of = (codes: Readonly<Record<string, string>>, name: string): readonly PackageValueError[] =>
    Object.entries(codes).map(([code, meaning]) => ({ code, meaning, package: name }));
  return [...of(VALUE_ERRORS, 'http'), ...of(SERVICE_VALUE_ERRORS, 'service')];
}
