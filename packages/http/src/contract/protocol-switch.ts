import type { RoutingContext } from './context.ts';
import type { UpgradeRequest } from './upgrade-request.ts';

/** How a request's connection can be switched to another protocol. */
export type ConnectionUpgrade = SocketUpgrade | FetchUpgrade;

/** A request on a server of the toolkit, whose connection can be taken over. */
export interface SocketUpgrade {
  /** Ends HTTP on the connection. May be called once, instead of sending a response. */
  readonly take: () => TakenConnection;
}

/** A connection that no longer uses HTTP. */
export interface TakenConnection {
  readonly request: UpgradeRequest;
  /** The bytes that arrived after the headers. */
  readonly head: Buffer;
  /** Aborted when the server starts to close; the connection should then end. */
  readonly closing: AbortSignal;
}

/** A request that a runtime passed to a fetch handler. The runtime's own functions upgrade its connection. */
export interface FetchUpgrade {
  readonly request: Request;
  /** The second argument of the fetch handler: on Bun, the server. */
  readonly server: unknown;
  /**
   * Aborted when `router.close()` is called; the connection should then end. Undefined in Cloudflare Workers, in which
   * requests cannot share a signal.
   */
  readonly closing: AbortSignal | undefined;
  /** Ends the request with a response of the runtime. May be called once, instead of sending a response. */
  readonly respond: (response: Response) => void;
}

/** A handler's result that takes over the connection for another protocol, after all filters have run. */
export abstract class ProtocolSwitch {
  /** The protocol, as in the Upgrade header. */
  abstract readonly protocol: string;
  /**
   * Prepares the upgrade. Throws an `HttpError`, which becomes the response, if the connection cannot be accepted.
   * `headers` are the headers that filters have set: alternating names and values. The returned function sends the
   * response with status 101 and uses the connection; its argument is the context of the request.
   */
  abstract prepare(upgrade: ConnectionUpgrade, headers: readonly string[]): (context: RoutingContext) => void;
}
