import type { Server as HttpServer } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import type { Server as NetServer } from 'node:net';
import { refuseInThread } from '../workers/worker-context.ts';
import type { Backend, BackendSettings } from './backend.ts';
import { createFastBackend } from './fast/fast-backend.ts';
import { createHttp2Backend } from './http2-backend.ts';
import { assertHttp2Limits } from './http2/http2-options.ts';
import { Lifecycle } from './lifecycle.ts';
import { listen, resolveListenOptions, type ListenAddress, type ListenOptions } from './listen.ts';
import { createNodeBackend } from './node-backend.ts';
import { logRejections } from './rejections.ts';
import { selectParser } from './select-parser.ts';
import type { Servable } from './servable.ts';
import { assertServerOptions } from './server-options.ts';
import type { Http2ServerOptions, NodeServerOptions, Server, ServerOptions } from './server-types.ts';
import { shutDown } from './shut-down.ts';
import { assertTlsOptions } from './tls/tls-options.ts';
import { Upgrades } from './upgrade/upgrades.ts';

export function createServer(
  router: Servable,
  options: Http2ServerOptions,
): Server<Http2Server | Http2SecureServer>;
export function createServer(router: Servable, options: NodeServerOptions): Server<HttpServer>;
export function createServer(router: Servable, options: ServerOptions): Server;
export function createServer(router: Servable, options: ServerOptions): Server {
  assertServerOptions(options);
  const {
    transport,
    headersTimeout = 10_000,
    requestTimeout = 300_000,
    keepAliveTimeout = 5_000,
    tls,
    http2 = false,
    upgrades: handlers = {},
  } = options;
  if (transport !== undefined && transport !== 'node' && transport !== 'fast') {
    throw new TypeError(`createServer: transport must be 'node' or 'fast', not ${JSON.stringify(transport)}`);
  }
  assertHttp2Limits(http2);
  if (http2 !== false && transport === 'fast') {
    throw new TypeError("createServer: http2 requires the transport 'node': remove transport: 'fast'");
  }
  if (http2 !== false && tls === undefined && Object.keys(handlers).length > 0) {
    throw new TypeError(
      'createServer: upgrades require HTTP/1.1, which http2 without tls does not serve: pass tls, or remove http2',
    );
  }
  if (tls !== undefined) assertTlsOptions(tls, router.toolkit.logger);
  router.build();
  const lifecycle = new Lifecycle();
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout };
  const upgrades = new Upgrades(handlers, router, lifecycle);
  const settings: BackendSettings = { timeouts, tls, upgrades };
  if (http2 !== false) {
    const backend = createHttp2Backend(router, lifecycle, settings, http2 === true ? {} : http2);
    const warn = tls === undefined ? () => router.warnAboutUpgrades('http2') : undefined;
    return serveWith(backend, router, lifecycle, upgrades, warn);
  }
  const llhttp = selectParser(transport, router.toolkit.logger, router.requiredTransport);
  return llhttp === undefined
    ? serveWith(createNodeBackend(router, lifecycle, settings), router, lifecycle, upgrades)
    : serveWith(createFastBackend(router, lifecycle, settings, llhttp), router, lifecycle, upgrades);
}

function serveWith<N extends NetServer>(
  backend: Backend<N>,
  router: Servable,
  lifecycle: Lifecycle,
  upgrades: Upgrades,
  /** Called when the routes are known, before the server listens. */
  onReady: () => void = () => {},
): Server<N> {
  const { toolkit, hooks } = router;
  const { node } = backend;
  let stopLogging = (): void => {};
  node.on('listening', () => {
    if (toolkit.unhandledRejections === 'log') stopLogging = logRejections(toolkit.logger);
  });
  node.on('close', () => stopLogging());
  const startListening = async (
    target: number | string | ListenOptions,
    host?: string,
  ): Promise<ListenAddress> => {
    await refuseInThread('listens');
    const options = resolveListenOptions(target, host);
    assertOpen(lifecycle);
    hooks.enter(node);
    try {
      if (router.isStarting || hooks.isPending) await router.ready();
      onReady();
    } finally {
      // If `close` was called before the start hooks ran, it did not run the stop hooks.
      if (lifecycle.closing) await hooks.leave(node);
    }
    assertOpen(lifecycle);
    const address = await listen(node, options);
    if (address === undefined) throw closedError();
    if (!lifecycle.closing) await hooks.listening(address);
    return address;
  };
  return {
    node,
    // The overloads derive the type of the address from the target.
    listen: startListening as Server['listen'],
    close: ({ timeout = 10_000 } = {}) =>
      shutDown({ backend, lifecycle, upgrades, background: toolkit.background, hooks }, timeout),
  };
}

function assertOpen({ closing }: Lifecycle): void {
  if (closing) throw closedError();
}

function closedError(): Error {
  return new Error('the server was closed before it could listen');
}
