/** The address on which a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** URL of the server, such as `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** The Unix socket on which a server listens. */
export interface SocketAddress {
  /** Path of the socket. */
  readonly path: string;
  /** The prefix `unix:` followed by the path, for messages. */
  readonly url: string;
}
