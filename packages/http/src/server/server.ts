import { withTimeout } from '@writ/diagnostics/internal';
import { createServer as createNodeServer, type Server as NodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BackgroundTasks } from '../contract/background-tasks.ts';
import type { PendingTask } from '../contract/background-tasks.ts';
import type { Servable } from './servable.ts';
import { refuseInThread } from '../workers/worker-context.ts';
import { Incoming } from './incoming.ts';
import { Lifecycle } from './lifecycle.ts';
import { NodeTransport } from './node-transport.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { logRejections } from './rejections.ts';
import { createListener } from './listener.ts';

/** Options of `toolkit.createServer`. */
export interface ServerOptions {
  /** Time limit in milliseconds for request headers (default: 10 s). */
  readonly headersTimeout?: number;
  /** Time limit in milliseconds for whole requests (default: 5 min). */
  readonly requestTimeout?: number;
  /** Milliseconds for which an idle connection stays open (default: 5 s). */
  readonly keepAliveTimeout?: number;
}

const OPTIONS: OptionNames<ServerOptions> = {
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
};

/** The address that a server listens on. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** URL of the server, such as `http://127.0.0.1:8080`. */
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
  /** Requests that did not finish in time. */
  readonly aborted: readonly AbortedRequest[];
  /** Background tasks that were still pending: events, subscribers, file deletions. */
  readonly unfinished: readonly PendingTask[];
}

/** A server on `node:http`, created by `toolkit.createServer(router)`. */
export interface Server {
  /**
   * Starts listening on a port (0 selects any free port) and a host (default: all interfaces).
   * Waits until the router's start-up work is done. Rejects with `StartupError` if routes are
   * invalid.
   */
  listen(port: number, host?: string): Promise<ServerAddress>;
  /**
   * Stops accepting requests, closes idle connections, ends event streams and waits up to `timeout`
   * ms (default: 10 s) for requests in flight. Then it aborts the signals of the remaining
   * requests, and closes their connections after another 500 ms. Background tasks share this
   * `timeout`, but have at least 500 ms if requests were aborted.
   */
  close(options?: { readonly timeout?: number }): Promise<CloseReport>;
  /** The underlying `node:http` server. */
  readonly node: NodeServer;
}

const SHUTDOWN_ERROR = new Error('the server is shutting down');

/** Milliseconds in which aborted requests must end, and then their background tasks. */
const GRACE_MS = 500;

export function createServer(router: Servable, options: ServerOptions): Server {
  assertOptions('createServer', options, OPTIONS);
  router.build();
  const { toolkit } = router;
  const lifecycle = new Lifecycle();
  const onDone = (transport: NodeTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown contains no `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const node = createNodeServer(
    {
      IncomingMessage: Incoming,
      // Creates no stream for requests without a body. Node 22 ignores this option.
      optimizeEmptyRequests: true,
      headersTimeout: options.headersTimeout ?? 10_000,
      requestTimeout: options.requestTimeout ?? 300_000,
      keepAliveTimeout: options.keepAliveTimeout ?? 5_000,
      connectionsCheckingInterval: 1_000,
    },
    createListener(router, lifecycle, { done: onDone }),
  );
  // Without this listener, Node would send status 100 even for requests that are rejected before
  // the body is read.
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
  let stopLogging = (): void => {};
  node.on('listening', () => {
    if (toolkit.unhandledRejections === 'log') stopLogging = logRejections(toolkit.logger);
  });
  node.on('close', () => stopLogging());
  const listenOnceReady = async (port: number, host: string | undefined): Promise<ServerAddress> => {
    await router.ready();
    if (lifecycle.closing) throw new Error('the server was closed before it could listen');
    return listen(node, port, host);
  };
  return {
    node,
    listen: (port, host) =>
      refuseInThread('listens') ??
      (router.isStarting ? listenOnceReady(port, host) : listen(node, port, host)),
    close: ({ timeout = 10_000 } = {}) => close(node, lifecycle, toolkit.background, timeout),
  };
}

function listen(node: NodeServer, port: number, host: string | undefined): Promise<ServerAddress> {
  return new Promise((resolve, reject) => {
    node.once('error', reject);
    node.listen({ port, host }, () => {
      node.off('error', reject);
      const address = node.address() as AddressInfo;
      const urlHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      const name = urlHost === '[::]' || urlHost === '0.0.0.0' ? 'localhost' : urlHost;
      resolve({ host: address.address, port: address.port, url: `http://${name}:${address.port}` });
    });
  });
}

async function close(
  node: NodeServer,
  lifecycle: Lifecycle,
  background: BackgroundTasks,
  timeout: number,
): Promise<CloseReport> {
  const end = performance.now() + timeout;
  lifecycle.closing = true;
  const before = lifecycle.inFlight();
  const closed = new Promise<void>((resolve) => node.close(() => resolve()));
  node.closeIdleConnections();
  for (const { exchange } of before) if (exchange?.isEventStream) exchange.cancel(SHUTDOWN_ERROR);
  await withTimeout(closed, timeout, () => {});
  const overdue = lifecycle.inFlight();
  const aborted = overdue.map(({ method, exchange, since }) => ({
    method,
    path: exchange!.request.path,
    age: Math.round(performance.now() - since),
  }));
  if (overdue.length > 0) {
    for (const { exchange } of overdue) exchange?.cancel(SHUTDOWN_ERROR);
    await withTimeout(closed, GRACE_MS, () => {});
  }
  node.closeAllConnections();
  await closed;
  const remainingTime = Math.max(overdue.length > 0 ? GRACE_MS : 0, end - performance.now());
  const unfinished = await background.settle(remainingTime);
  return {
    finished: before.filter((transport) => !overdue.includes(transport)).length,
    aborted,
    unfinished,
  };
}
