/** The part of `ws` that this package and its tests use. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export interface PerMessageDeflateOptions {
    readonly threshold?: number;
    readonly concurrencyLimit?: number;
  }

  export class WebSocket extends EventEmitter {
    static readonly OPEN: 1;
    constructor(url: string, protocols?: readonly string[], options?: object);
    readonly readyState: number;
    readonly bufferedAmount: number;
    readonly protocol: string;
    send(data: string | Uint8Array, done?: (error?: Error) => void): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
    pause(): void;
    resume(): void;
    ping(): void;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: object);
    handleUpgrade(request: object, socket: Duplex, head: Buffer, done: (client: WebSocket) => void): void;
  }
}
