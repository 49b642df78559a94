import type { ErrorCode } from '@writ/http/kernel';

/** When a problem type of `ERRORS` is answered. */
export const problemCauses: Readonly<Record<ErrorCode, string>> = {
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
