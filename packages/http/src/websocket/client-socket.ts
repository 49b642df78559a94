import type { EventEmitter } from 'node:events';

/**
 * The connection of a client, as `ws` implements it. Declared here, so that applications need not install the types of
 * `ws`.
 */
export interface ClientSocket extends EventEmitter {
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
