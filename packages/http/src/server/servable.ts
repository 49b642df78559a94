import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** The interface that a server requires of a router. */
export interface Servable {
  readonly toolkit: ToolkitContext;
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
  /** Resolves the routes, unless start-up work is pending. Throws `StartupError` if they are invalid. */
  build(): unknown;
  /** Waits for start-up work and then resolves the routes. Rejects if either of these fails. */
  ready(): Promise<unknown>;
  /** Answers a request, synchronously or asynchronously. */
  handle(transport: Transport): Exchange;
}
