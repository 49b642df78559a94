import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { ServerWithoutUpgrades } from '../plan/upgrade-findings.ts';
import type { ServerAddress, SocketAddress } from './server-address.ts';

/** The lifecycle hooks of a router, as its servers run them. */
export interface ServedHooks {
  /** Whether there are start hooks that have not finished. */
  readonly isPending: boolean;
  /** Records that a server starts, so that the stop hooks run only after its last request. */
  enter(server: object): void;
  /** Runs the ready hooks, unless another server has done so. Never rejects. */
  listening(address: ServerAddress | SocketAddress): Promise<void>;
  /** Runs the stop hooks if this was the last server, and other hooks have run. Never rejects. */
  leave(server: object): Promise<void>;
}

/** The interface that a server requires of a router. */
export interface Servable {
  readonly toolkit: ToolkitContext;
  readonly hooks: ServedHooks;
  /** Whether start-up work that may register routes is pending. */
  readonly isStarting: boolean;
  /** Whether requests must wait for {@link ready}. */
  readonly isBlocked: boolean;
  /**
   * The transport that one of the router's filters requires. Undefined if there is none or start-up work is pending.
   */
  readonly requiredTransport: 'node' | undefined;
  /** The protocols to which routes upgrade connections, such as `websocket`. */
  readonly upgrades: ReadonlySet<string>;
  /** Logs a warning for each route that upgrades connections, which the server cannot do. */
  warnAboutUpgrades(server: ServerWithoutUpgrades): void;
  /** Resolves the routes, unless start-up work is pending. Throws `StartupError` if they are invalid. */
  build(): unknown;
  /** Waits for start-up work, resolves the routes and runs the start hooks. Rejects if any of these fails. */
  ready(): Promise<unknown>;
  /** Answers a request, synchronously or asynchronously. */
  handle(transport: Transport): Exchange;
}
