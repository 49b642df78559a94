import type { RoutingContext } from './context.ts';
import type { UpgradeRequest } from './upgrade-request.ts';

/** A request whose connection can be taken over for another protocol. */
export interface ConnectionUpgrade {
  /** Ends HTTP on the connection. May be called once, instead of sending a response. */
  take(): TakenConnection;
}

/** A connection that no longer uses HTTP. */
export interface TakenConnection {
  readonly request: UpgradeRequest;
  /** The bytes that arrived after the headers. */
  readonly head: Buffer;
  /** Aborted when the server starts to close; the connection should then end. */
  readonly closing: AbortSignal;
}

/** A handler's result that takes over the connection for another protocol, after all filters have run. */
export abstract class ProtocolSwitch {
  /** The protocol, as in the Upgrade header. */
  abstract readonly protocol: string;
  /** Throws an `HttpError`, which becomes the response, if the connection cannot be accepted. */
  assertPossible?(): void;
  /**
   * Sends the response with status 101 and uses the connection. `headers` are the headers that filters have set:
   * alternating names and values. `context` is the context of the request.
   */
  abstract start(connection: TakenConnection, headers: readonly string[], context: RoutingContext): void;
}
