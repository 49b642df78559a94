import type { Server, Socket } from 'node:net';

/**
 * Tracks the connections of a TLS server. A shutdown closes those whose handshake has not ended, because they have no
 * requests.
 */
export class Handshakes {
  readonly #sockets = new Set<Socket>();
  readonly #pending = new Map<string, Socket>();
  #isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const name = nameOf(socket);
      this.#sockets.add(socket);
      if (name !== undefined) this.#pending.set(name, socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (name !== undefined) this.#pending.delete(name);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      if (this.#isClosing) socket.destroy();
      this.#pending.delete(nameOf(socket) ?? '');
    });
    // Node leaves a connection open even if its handshake has exceeded the time limit.
    server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  }

  /** Closes connections whose handshake has not ended. On a Unix socket, closes them when the handshake ends. */
  closePending(): void {
    this.#isClosing = true;
    for (const socket of this.#pending.values()) socket.destroy();
  }

  /** Closes all connections. */
  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Returns a name that identifies a connection, because Node creates another socket object when the handshake ends.
 * Returns undefined on a Unix socket, and after the connection has been closed.
 */
function nameOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
