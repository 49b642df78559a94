import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DECLARES_BODY, readHead, REPEATS_HOST } from '../protocol/framing.ts';
import type { Backend, BackendSettings } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createListener } from './listener.ts';
import type { NodeTransport } from './node-transport.ts';
import type { Servable } from './servable.ts';
import { Handshakes } from './tls/handshakes.ts';
import { toTlsServerOptions } from './tls/tls-options.ts';
import type { UpgradeHandler } from './upgrade/upgrade-handler.ts';
import type { Upgrades } from './upgrade/upgrades.ts';

/** Creates a backend that uses `node:http`. */
export function createNodeBackend(
  router: Servable,
  lifecycle: Lifecycle,
  { timeouts, tls, upgrades }: BackendSettings,
): Backend<Server> {
  const onDone = (transport: NodeTransport): void => {
    lifecycle.leave(transport);
    // A response that started before the shutdown does not contain `Connection: close`.
    if (lifecycle.closing) transport.onSent(() => setImmediate(() => node.closeIdleConnections()));
  };
  const options: ServerOptions<typeof Incoming> = {
    IncomingMessage: Incoming,
    // With this option, Node creates no stream for requests without a body. Node 22 ignores it.
    optimizeEmptyRequests: true,
    ...timeouts,
    connectionsCheckingInterval: 1_000,
    // Versions of Node before 22.21 and 24.9 ignore this option and upgrade all requests if there is a listener.
    shouldUpgradeCallback: (request) => {
      if (findUpgrade(upgrades, request) !== undefined) {
        listenForUpgrades();
        return true;
      }
      // Listeners that the application has added to `server.node`.
      return !isListening && node.listenerCount('upgrade') > 0;
    },
  };
  const listener = createListener(router, lifecycle, { done: onDone });
  const node =
    tls === undefined
      ? createServer(options, listener)
      : process
          .getBuiltinModule('node:https')
          .createServer({ ...options, ...toTlsServerOptions(tls, timeouts.headersTimeout) }, listener);
  const handshakes = tls === undefined ? undefined : new Handshakes(node);
  // Without this listener, Node would send status 100 even to requests that are rejected before the body is read.
  node.on('checkContinue', createListener(router, lifecycle, { done: onDone, expectsContinue: true }));
  let isListening = false;
  const listenForUpgrades = (): void => {
    if (!isListening) node.on('upgrade', (request, socket, head) => upgrade(upgrades, request, socket, head));
    isListening = true;
  };
  // Routes may be registered until the server listens.
  node.once('listening', () => void (upgrades.isEmpty || listenForUpgrades()));
  return {
    node,
    closeIdleConnections: () => {
      handshakes?.closePending();
      node.closeIdleConnections();
    },
    closeAllConnections: () => {
      node.closeAllConnections();
      handshakes?.closeAll();
    },
  };
}

function findUpgrade(upgrades: Upgrades, request: IncomingMessage): UpgradeHandler | undefined {
  const flags = readHead(request.rawHeaders);
  return upgrades.find({
    isHttp11: request.httpVersion === '1.1',
    hasHost: request.headers.host !== undefined && (flags & REPEATS_HOST) === 0,
    isPlainGet: request.method === 'GET' && (flags & DECLARES_BODY) === 0,
    protocol: request.headers.upgrade,
  });
}

function upgrade(upgrades: Upgrades, request: IncomingMessage, duplex: Duplex, head: Buffer): void {
  // Node passes a Socket unless the application itself emits connections.
  const socket = duplex as Socket;
  const handler = findUpgrade(upgrades, request);
  if (handler === undefined) {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  upgrades.start(handler, { method: request.method!, url: request.url!, headers, socket }, head);
}
