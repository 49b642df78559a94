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

/** Of `toolkit.createServer`: time limits in milliseconds. */
export interface ServerOptions {
  /** Milliseconds that the headers of a request may take to arrive; 10 s when not given. */
  readonly headersTimeout?: number;
  /** Milliseconds that a whole request may take to arrive; 5 min when not given. */
  readonly requestTimeout?: number;
  /** Milliseconds that an idle connection is kept; 5 s when not given. */
  readonly keepAliveTimeout?: number;
}

const OPTIONS: OptionNames<ServerOptions> = {
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
};

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
}

/** A request that a shutdown did not let finish. */
export interface AbortedRequest {
  readonly method: string;
  readonly path: string;
  /** Milliseconds since it began. */
  readonly age: number;
}

/** What was still running when a server closed. */
export interface CloseReport {
  /** Requests in flight when the shutdown began that finished in time. */
  readonly finished: number;
  readonly aborted: readonly AbortedRequest[];
  /** What events and subscribers had promised, and files that were to be deleted, and not done by then. */
  readonly unfinished: readonly PendingTask[];
}

/** A server on `node:http`. It is made by `toolkit.createServer(router)`. */
export interface Server {
  /**
   * Port 0 takes a free one. The host is all interfaces when not given. Waits for what the router prepares; rejects with
   * `StartupError` when that is wrong.
   */
  listen(port: number, host?: string): Promise<ServerAddress>;
  /**
   * Takes no more requests, closes idle connections, ends event streams, lets requests in flight finish for `timeout`
   * ms (10 s when not given), then aborts their signals, gives them 500 ms to end politely, and cuts the rest. Within the
   * same `timeout` it waits for what events have promised and for files to be deleted; when requests were cut, for as long
   * as they had besides.
   */
  close(options?: { readonly timeout?: number }): Promise<CloseReport>;
  readonly node: NodeServer;
}

const SHUTDOWN_ERROR = new Error('the server shuts down');

/** How long requests may take to end after their signal was aborted, and then what they leave to be done. */
const GRACE_MS = 500;

export function createServer(router: Servable, options: ServerOptions): Server {
  assertOptions('createServer', options, OPTIONS);
  router.build();
  const { toolkit } = router;
  const lifecycle = new Lifecycle();
  const onDone = (transport: NodeTransport): void => {
    lifecycle.leave(transport);
    // A response that began before the shutdown has promised to keep its connection.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const node = createNodeServer(
    {
      IncomingMessage: Incoming,
      // A request without a body needs no stream, with its events and turns, to find that out. Node 22 does not know it.
      optimizeEmptyRequests: true,
      headersTimeout: options.headersTimeout ?? 10_000,
      requestTimeout: options.requestTimeout ?? 300_000,
      keepAliveTimeout: options.keepAliveTimeout ?? 5_000,
      connectionsCheckingInterval: 1_000,
    },
    createListener(router, lifecycle, { done: onDone }),
  );
  // Listening to it leaves the 100 to whoever reads the body; who refuses it never asks for it.
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
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      const name = shown === '[::]' || shown === '0.0.0.0' ? 'localhost' : shown;
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
  const left = Math.max(overdue.length > 0 ? GRACE_MS : 0, end - performance.now());
  const unfinished = await background.settle(left);
  return {
    finished: before.filter((transport) => !overdue.includes(transport)).length,
    aborted,
    unfinished,
  };
}
