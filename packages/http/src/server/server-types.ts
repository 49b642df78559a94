import type { Server as NetServer } from 'node:net';
import type { PendingTask } from '../contract/background-tasks.ts';
import type { Http2Limits } from './http2/http2-options.ts';
import type { ServerAddress, SocketAddress } from './server-address.ts';
import type { ServerTlsOptions } from './tls/tls-options.ts';
import type { UpgradeHandlers } from './upgrade/upgrade-handler.ts';

/** Time limits in milliseconds. A value of 0 disables a limit. */
export interface Timeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
}

/** The HTTP implementation of a server. */
export type TransportName = 'node' | 'fast';

/** Options for `toolkit.createServer`. */
export interface ServerOptions {
  /**
   * `fast` uses Writ's HTTP/1.1 server on `node:net`, which needs less CPU time per request. `node` uses `node:http`.
   * On Node, the default is `fast`, unless a filter requires `node`, Node runs with `--insecure-http-parser`, a tool
   * observes the requests to `node:http` servers, or Writ's parser cannot be loaded, for example without WebAssembly.
   * In these cases, the default is `node`, and the reason is logged. On Bun and Deno, the default is `node`.
   */
  readonly transport?: TransportName;
  /** Time limit in milliseconds for receiving the headers of a request; 0 for none (default: 10 s). */
  readonly headersTimeout?: number;
  /** Time limit in milliseconds for receiving a whole request; 0 for none (default: 5 min). */
  readonly requestTimeout?: number;
  /** Minimum number of milliseconds for which an idle connection stays open; 0 for no limit (default: 5 s). */
  readonly keepAliveTimeout?: number;
  /**
   * Serves HTTPS with these options for Node's `tls.createServer`, such as `{ key, cert }`. `handshakeTimeout` defaults
   * to the value of `headersTimeout`.
   */
  readonly tls?: ServerTlsOptions;
  /**
   * Serves HTTP/2 through `node:http2`, with these limits or with the default limits. With `tls`, clients without
   * HTTP/2 use HTTP/1.1. Without `tls`, clients must use HTTP/2 from the start (prior knowledge). The transport is
   * `node`.
   */
  readonly http2?: boolean | Http2Limits;
  /**
   * Handlers that take over connections for other protocols, by the value of the Upgrade header:
   * `{ websocket: (request, head) => … }`. Requests for protocols without a handler are answered as HTTP. If there is a
   * handler, Node before 22.21 and 24.9 responds to them with 400 on the transport `node`. With `http2`, handlers
   * require `tls`.
   */
  readonly upgrades?: UpgradeHandlers;
}

/** Options for a server that uses `node:http`. */
export interface NodeServerOptions extends ServerOptions {
  readonly transport: 'node';
}

/** Options for a server that uses `node:http2`. */
export interface Http2ServerOptions extends ServerOptions {
  readonly http2: true | Http2Limits;
}

/** A TCP port to listen on, with some of Node's options. */
export interface PortOptions {
  /** Port number. With 0, the operating system chooses a free port. */
  readonly port: number;
  /** Host name or address (default: all interfaces). */
  readonly host?: string;
  /** Maximum number of connections waiting to be accepted (default: 511). */
  readonly backlog?: number;
  /** Whether to prevent other workers of a `node:cluster` from using the port (default: false). */
  readonly exclusive?: boolean;
  /** Whether the address `::` accepts only IPv6 connections (default: false). */
  readonly ipv6Only?: boolean;
  /**
   * Whether other processes may also listen on the port; the kernel then distributes the connections (default: false).
   */
  readonly reusePort?: boolean;
}

/** A Unix socket to listen on, with some of Node's options. */
export interface SocketOptions {
  /** Path of the socket, of at most 107 bytes. The file must not exist yet. */
  readonly path: string;
  readonly backlog?: number;
  readonly exclusive?: boolean;
  /** Whether all users may read from the socket (default: false). */
  readonly readableAll?: boolean;
  /** Whether all users may write to the socket, which is necessary to connect to it (default: false). */
  readonly writableAll?: boolean;
}

/** A request or an upgraded connection that a shutdown aborted. */
export interface AbortedRequest {
  readonly method: string;
  readonly path: string;
  /** Number of milliseconds since the upgrade or, approximately, since the request started. */
  readonly age: number;
}

/** The outcome of a shutdown. */
export interface CloseReport {
  /** Number of requests that were in flight at the start of the shutdown and finished in time. */
  readonly finished: number;
  /** Requests and upgraded connections that did not finish in time. */
  readonly aborted: readonly AbortedRequest[];
  /** Background tasks that are still pending, such as event listeners, subscribers and file deletions. */
  readonly unfinished: readonly PendingTask[];
}

/** A server that `toolkit.createServer(router)` creates. */
export interface Server<N extends NetServer = NetServer> {
  /**
   * Starts listening on a port (0 for any free port) of a host (default: all interfaces), or on the path of a Unix
   * socket. First waits until the router's start-up work is done, and runs its `start` hooks; then runs its `ready`
   * hooks. Rejects with `StartupError` if routes are invalid or a `start` hook fails. If the server cannot listen,
   * rejects with an error whose message describes the cause and whose `code` is Node's, such as `EADDRINUSE`.
   */
  listen(port: number, host?: string): Promise<ServerAddress>;
  listen(path: string): Promise<SocketAddress>;
  listen(options: PortOptions): Promise<ServerAddress>;
  listen(options: SocketOptions): Promise<SocketAddress>;
  /**
   * Stops accepting connections, closes idle connections, ends event streams and waits up to `timeout` milliseconds
   * (default: 10 s) for requests in flight. Then it aborts the signals of the remaining requests and closes their
   * connections after at most another 500 ms, and with them all upgraded connections. The same `timeout` applies to
   * background tasks, but they have at least 500 ms if requests were aborted. Finally, unless another server of the
   * router is open, the router's `stop` hooks run, each with its own time limit.
   */
  close(options?: { readonly timeout?: number }): Promise<CloseReport>;
  /**
   * The underlying server. With the transport `fast`, it is a `node:net` server, or a `node:tls` server if the option
   * `tls` is set. With the transport `node`, it is a `node:http` server, or a `node:https` server if the option `tls`
   * is set. With the option `http2`, it is a `node:http2` server.
   */
  readonly node: N;
}
