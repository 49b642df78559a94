import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { Transport } from '../contract/transport.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** The part of a router that a server uses. */
export interface Servable {
  readonly toolkit: ToolkitContext;
  /** Whether start-up work is pending that registers routes. */
  readonly isStarting: boolean;
  /** Whether requests must wait for {@link ready}. */
  readonly isBlocked: boolean;
  /** Resolves the routes. Throws `StartupError` if they are invalid. */
  build(): unknown;
  /** Waits for start-up work and resolves the routes. Rejects with the error of either. */
  ready(): Promise<unknown>;
  /** Answers a request, synchronously or later. */
  handle(transport: Transport): Exchange;
}
