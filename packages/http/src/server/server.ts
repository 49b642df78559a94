import type { AddressInfo, Server as NetServer } from 'node:net';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { refuseInThread } from '../workers/worker-context.ts';
import type { Backend } from './backend.ts';
import { createFastBackend } from './fast/fast-backend.ts';
import { Lifecycle } from './lifecycle.ts';
import { createNodeBackend } from './node-backend.ts';
import { logRejections } from './rejections.ts';
import type { Servable } from './servable.ts';
import type { NodeServerOptions, Server, ServerAddress, ServerOptions, Timeouts } from './server-types.ts';
import { shutDown } from './shut-down.ts';

const OPTIONS: OptionNames<ServerOptions> = {
  transport: true,
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
};

export function createServer(router: Servable, options: NodeServerOptions): Server;
export function createServer(router: Servable, options: ServerOptions): Server<NetServer>;
export function createServer(router: Servable, options: ServerOptions): Server<NetServer> {
  assertOptions('createServer', options, OPTIONS);
  const {
    transport = 'node',
    headersTimeout = 10_000,
    requestTimeout = 300_000,
    keepAliveTimeout = 5_000,
  } = options;
  if (transport !== 'node' && transport !== 'fast') {
    throw new TypeError(`createServer: transport must be 'node' or 'fast', not ${JSON.stringify(transport)}`);
  }
  router.build();
  const lifecycle = new Lifecycle();
  const timeouts: Timeouts = { headersTimeout, requestTimeout, keepAliveTimeout };
  return transport === 'fast'
    ? serveWith(createFastBackend(router, lifecycle, timeouts), router, lifecycle)
    : serveWith(createNodeBackend(router, lifecycle, timeouts), router, lifecycle);
}

function serveWith<N extends NetServer>(
  backend: Backend<N>,
  router: Servable,
  lifecycle: Lifecycle,
): Server<N> {
  const { toolkit } = router;
  const { node } = backend;
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
    close: ({ timeout = 10_000 } = {}) => shutDown(backend, lifecycle, toolkit.background, timeout),
  };
}

function listen(node: NetServer, port: number, host: string | undefined): Promise<ServerAddress> {
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
