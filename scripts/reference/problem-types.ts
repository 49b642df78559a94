import { ERRORS } from '@writ/http';
import { VALUE_ERRORS, type ErrorCode } from '@writ/http/kernel';
import { PROBLEMS, VALUE_ERRORS as SERVICE_VALUE_ERRORS } from '../../packages/service/src/problems.ts';

/** The causes of the problem types in `ERRORS`. */
const problemCauses: Readonly<Record<ErrorCode, string>> = {
  'bad-request': 'The request is malformed in a way that no other type names, such as two Host headers.',
  'invalid-path':
    'The path of the request has a malformed percent escape, a character outside ASCII or no slash at its start.',
  'invalid-query':
    'The query or a form has a malformed percent escape, too many names, or a name or value that is too long.',
  'invalid-values':
    'A bound value is missing, cannot be converted, or is refused by validation. `errors` lists each of them.',
  unauthorized: 'The route needs a user, and the credentials are missing or wrong.',
  forbidden: 'The user lacks a role or right, or a CORS or CSRF policy refuses the request.',
  'not-found': 'No route matches the path, or a path variable cannot be converted where the route says 404.',
  'method-not-allowed': 'Routes match the path, but none has the method. `Allow` lists the methods.',
  'not-acceptable': 'No media type of the response matches the Accept header.',
  'request-timeout': 'The body does not arrive within the time limit.',
  conflict: 'A handler throws it: the request conflicts with the current state.',
  'precondition-failed': 'A file does not meet If-Match or If-Unmodified-Since.',
  'body-too-large': 'The body, a part of it or its decompressed size is above a limit.',
  'path-too-long': 'The path has more than 8192 characters.',
  'unsupported-media-type': 'No route or reader takes the media type or encoding of the body.',
  'range-not-satisfiable': 'The requested range begins after the end of the file.',
  'too-many-requests': 'A rate limit is reached. `Retry-After` says when to try again.',
  'internal-error': 'A handler or component throws something other than an `HttpError`. The log has it.',
  'not-implemented': 'A handler throws it: the operation is not available on this server.',
  unavailable:
    'A time limit for the handler is reached, the server is starting or closing, or workers or files are at their limit.',
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
