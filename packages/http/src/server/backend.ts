import type { Server as NetServer } from 'node:net';

/** The part of a server that differs between transports. */
export interface Backend<N extends NetServer = NetServer> {
  readonly node: N;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}
