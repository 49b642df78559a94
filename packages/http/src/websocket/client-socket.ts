import type { EventEmitter } from 'node:events';

/**
 * The connection of a client, with the members and events of `ws`. Declared here, so that applications need not install
 * the types of `ws`, and because the connections of fetch handlers have the same form.
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
  /** Missing where the runtime sends pings itself, or cannot send them. */
  ping?(): void;
}

/** The `readyState` of an open connection. */
export const OPEN = 1;
