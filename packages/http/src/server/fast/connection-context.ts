import type { Lifecycle } from '../lifecycle.ts';
import type { RequestParser, RequestReceiver } from '../parser/request-parser.ts';
import type { Timeouts } from '../server-types.ts';
import type { Upgrades } from '../upgrade/upgrades.ts';
import type { Connections } from './connections.ts';
import type { FastTransport } from './fast-transport.ts';
import type { HeadEndings } from './head-endings.ts';

/** State that the connections of a server share. */
export interface ConnectionContext {
  readonly lifecycle: Lifecycle;
  readonly connections: Connections;
  readonly endings: HeadEndings;
  readonly timeouts: Timeouts;
  readonly upgrades: Upgrades;
  createParser(receiver: RequestReceiver): RequestParser;
  /** Passes a request to the router. */
  serve(transport: FastTransport): void;
}
