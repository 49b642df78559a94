import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** A router, as a server uses it. */
export interface Servable {
  readonly toolkit: ToolkitContext;
  /** Whether work is pending without which the routes are not complete. */
  readonly isStarting: boolean;
  /** Whether requests have to wait for {@link ready}. */
  readonly isBlocked: boolean;
  /** Throws `StartupError` when the routes are wrong. */
  build(): unknown;
  /** Rejects with the error that keeps the routes from being served. */
  ready(): Promise<unknown>;
  /** Answers a request, now or later. */
  handle(transport: Transport): Exchange;
}
