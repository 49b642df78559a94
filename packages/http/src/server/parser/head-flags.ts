/** Properties of a request. They are bits in a number, because a record of booleans would cost more. */
export const HEAD_FLAGS = {
  /** The headers announce a body. With `Content-Length: 0`, there is none. */
  body: 1,
  /** The connection remains open after the response. */
  keepAlive: 2,
  /** The request asks for another protocol. */
  upgrade: 4,
  host: 8,
  repeatsHost: 16,
  expect: 32,
  /** Connection contains `close`. */
  close: 64,
  /** Node rejects the headers, but this version of llhttp does not. */
  invalid: 128,
  /**
   * Content-Length is repeated, or the end of the request or the connection depends on more than Content-Length and
   * `Connection: keep-alive`.
   */
  unusual: 256,
} as const;
