import type { Server as NetServer } from 'node:net';
import type { Timeouts } from './server-types.ts';
import type { ServerTlsOptions } from './tls/tls-options.ts';
import type { Upgrades } from './upgrade/upgrades.ts';

/** The part of a server that differs between transports. */
export interface Backend<N extends NetServer = NetServer> {
  readonly node: N;
  closeIdleConnections(): void;
  closeAllConnections(): void;
}

/** The options of a server that its transport implements. */
export interface BackendSettings {
  readonly timeouts: Timeouts;
  /** TLS options, or undefined without TLS. */
  readonly tls: ServerTlsOptions | undefined;
  readonly upgrades: Upgrades;
}
