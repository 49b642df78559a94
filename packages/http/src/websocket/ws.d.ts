/** The part of `ws` that this package and its tests use. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';
  type ClientSocket = import('./client-socket.ts').ClientSocket;

  export interface PerMessageDeflateOptions {
    readonly threshold?: number;
    readonly concurrencyLimit?: number;
  }

  export interface WebSocket extends ClientSocket {}

  export const WebSocket: {
    readonly OPEN: 1;
    new (url: string, protocols?: readonly string[], options?: object): WebSocket;
  };

  export class WebSocketServer extends EventEmitter {
    constructor(options: object);
    handleUpgrade(request: object, socket: Duplex, head: Buffer, done: (client: WebSocket) => void): void;
  }
}
