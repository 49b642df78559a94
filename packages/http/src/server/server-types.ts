import type { Server as HttpServer } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { PendingTask } from '../contract/background-tasks.ts';
import type { ServerTlsOptions } from './tls/tls-options.ts';
import type { UpgradeHandlers } from './upgrade/upgrade-handler.ts';

/** Time limits in milliseconds; 0 disables a limit. */
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
   * `node` (default) serves with `node:http`. `fast` serves with an HTTP/1.1 server on `node:net`, which needs less
   * processor time per request, but supports fewer features.
   */
  readonly transport?: TransportName;
  /** Time limit in milliseconds for request headers (default: 10 s). */
  readonly headersTimeout?: number;
  /** Time limit in milliseconds for whole requests (default: 5 min). */
  readonly requestTimeout?: number;
  /** Milliseconds for which an idle connection stays open (default: 5 s). */
  readonly keepAliveTimeout?: number;
  /**
   * Serves HTTPS with these options of Node's `tls.createServer`, such as `{ key, cert }`. `handshakeTimeout` is
   * `headersTimeout` by default.
   */
  readonly tls?: ServerTlsOptions;
  /**
   * Handlers that continue connections in other protocols, by the value of the Upgrade header: `{ websocket: (request,
   * head) => … }`. Requests for other protocols are answered as HTTP.
   */
  readonly upgrades?: UpgradeHandlers;
}

/** Options for a server on `node:http`. */
export interface NodeServerOptions extends ServerOptions {
  readonly transport?: 'node';
}

/** A TCP port to listen on, with Node's options. */
export interface PortOptions {
  /** Port; 0 selects any free port. */
  readonly port: number;
  /** Host name or address (default: all interfaces). */
  readonly host?: string;
  /** Maximum number of connections that wait to be accepted (default: 511). */
  readonly backlog?: number;
  /** Whether other workers of a `node:cluster` cannot use the port (default: false). */
  readonly exclusive?: boolean;
  /** Whether `::` accepts no IPv4 connections (default: false). */
  readonly ipv6Only?: boolean;
  /** Whether other processes may listen on the port too; the kernel distributes the connections (default: false). */
  readonly reusePort?: boolean;
}

/** A Unix socket to listen on, with Node's options. */
export interface SocketOptions {
  /** Path of the socket, which must not exist; at most 107 bytes. */
  readonly path: string;
  readonly backlog?: number;
  readonly exclusive?: boolean;
  /** Whether all users may read from the socket (default: false). */
  readonly readableAll?: boolean;
  /** Whether all users may write to the socket, which connecting requires (default: false). */
  readonly writableAll?: boolean;
}

/** The address that a server listens on. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** URL of the server, such as `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** The Unix socket that a server listens on. */
export interface SocketAddress {
  /** Path of the socket. */
  readonly path: string;
  /** The path after `unix:`, for messages. */
  readonly url: string;
}

/** A request that was aborted by a shutdown. */
export interface AbortedRequest {
  readonly method: string;
  readonly path: string;
  /** Milliseconds since the request started. */
  readonly age: number;
}

/** The outcome of a shutdown. */
export interface CloseReport {
  /** Number of requests in flight at the start of the shutdown that finished in time. */
  readonly finished: number;
  /** Requests and upgraded connections that did not finish in time. */
  readonly aborted: readonly AbortedRequest[];
  /** Background tasks that were still pending: events, subscribers, file deletions. */
  readonly unfinished: readonly PendingTask[];
}

/** A server, created by `toolkit.createServer(router)`. */
export interface Server<N extends NetServer = HttpServer> {
  /**
   * Starts listening on a port (0 selects any free port) and a host (default: all interfaces), or on the path of a Unix
   * socket. Waits until the router's start-up work is done. Rejects with `StartupError` if routes are invalid, and with
   * a description of the cause if the server cannot listen; `code` of this error is Node's, such as `EADDRINUSE`.
   */
  listen(port: number, host?: string): Promise<ServerAddress>;
  listen(path: string): Promise<SocketAddress>;
  listen(options: PortOptions): Promise<ServerAddress>;
  listen(options: SocketOptions): Promise<SocketAddress>;
  /**
   * Stops accepting requests, closes idle connections, ends event streams and waits up to `timeout`
   * ms (default: 10 s) for requests in flight. Then it aborts the signals of the remaining
   * requests, and closes their connections after another 500 ms. Background tasks share this
   * `timeout`, but have at least 500 ms if requests were aborted.
   */
  close(options?: { readonly timeout?: number }): Promise<CloseReport>;
  /**
   * The underlying server: `node:http`, or `node:net` with the transport `fast`; with the option `tls`, `node:https` or
   * `node:tls`.
   */
  readonly node: N;
}
