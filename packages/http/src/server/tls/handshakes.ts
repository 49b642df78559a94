import type { Server, Socket } from 'node:net';

/** Connections of a TLS server whose handshake has not ended. They have no requests, so a shutdown closes them. */
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
    // Node leaves a connection open whose handshake has exceeded its time limit.
    server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  }

  /** Closes the connections without a completed handshake; those to Unix sockets when their handshake ends. */
  closePending(): void {
    this.#isClosing = true;
    for (const socket of this.#pending.values()) socket.destroy();
  }

  /** Closes all connections. */
  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Identifies a connection: Node creates another socket object when the handshake ends. */
function nameOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
