import type { Server as NetServer } from 'node:net';

/** The part of a server that differs between transports. */
export interface Backend<N extends NetServer = NetServer> {
  readonly node: N;
  /** Called before the server listens. */
  prepare(): void;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}
