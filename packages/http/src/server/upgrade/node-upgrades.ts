import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DECLARES_BODY, readHead, REPEATS_HOST } from '../../protocol/framing.ts';
import type { UpgradeHandler } from './upgrade-handler.ts';
import type { Upgrades } from './upgrades.ts';

/** A server of `node:http` or `node:http2` that accepts HTTP/1.1 requests. */
interface UpgradingServer extends Server {
  /** Versions of Node before 22.21 and 24.9 ignore it and upgrade all requests if there is a listener. */
  shouldUpgradeCallback?: (request: IncomingMessage) => boolean;
}

/** Passes requests of a server for other protocols to their handlers. */
export function serveUpgrades(node: UpgradingServer, upgrades: Upgrades): void {
  let isListening = false;
  const listenForUpgrades = (): void => {
    if (!isListening) {
      node.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
        upgrade(upgrades, request, socket, head),
      );
    }
    isListening = true;
  };
  node.shouldUpgradeCallback = (request) => {
    if (findUpgrade(upgrades, request) !== undefined) {
      listenForUpgrades();
      return true;
    }
    // Listeners that the application has added to `server.node`.
    return !isListening && node.listenerCount('upgrade') > 0;
  };
  // Routes may be registered until the server listens.
  node.once('listening', () => void (upgrades.isEmpty || listenForUpgrades()));
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
