import { channel, type Channel } from 'node:diagnostics_channel';
import type { Exchange } from '../exchange/exchange.ts';
import type { RequestObserver, RequestOutcome } from '../exchange/request-observer.ts';
import type { RoutingContext } from '../contract/context.ts';
import type { Route } from '../contract/route.ts';
import type { Trace } from '../contract/trace.ts';

/**
 * The channels of `node:diagnostics_channel` on which messages about a request are published, in order, except that
 * `failed` precedes the `answered` of the error response.
 */
export const REQUEST_CHANNELS = {
  /**
   * The request has arrived, and its route is not yet known. Stores bound to this channel apply to the whole request.
   */
  start: 'writ.http.request.start',
  /** The route was selected. Published at most once, even if the route passes the request on. */
  routed: 'writ.http.request.routed',
  /** Status, headers and body are final, and the response is about to end. */
  answered: 'writ.http.request.answered',
  /**
   * An error was thrown and not caught by a filter. An error response follows, unless the client disconnected or the
   * response had started.
   */
  failed: 'writ.http.request.failed',
  /**
   * The request is over: it was answered, the client disconnected, the response was aborted, or the request was passed
   * to the middleware after the router. Published exactly once. If the client disconnected, the handler may still be
   * running.
   */
  closed: 'writ.http.request.closed',
} as const;

export const CHANNELS: Readonly<Record<keyof typeof REQUEST_CHANNELS, Channel>> = {
  start: channel(REQUEST_CHANNELS.start),
  routed: channel(REQUEST_CHANNELS.routed),
  answered: channel(REQUEST_CHANNELS.answered),
  failed: channel(REQUEST_CHANNELS.failed),
  closed: channel(REQUEST_CHANNELS.closed),
};

/** The message on all channels: one object per request, to which properties are added as the request proceeds. */
export interface RequestMessage {
  readonly context: RoutingContext;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** A subscriber of `start` that creates the request's span may set it. */
  trace: Trace;
  /** The start time of the request, as returned by `performance.now()`. */
  readonly startTime: number;
  /** The route, available from `routed` onward. It changes if the request is passed on. */
  readonly route: Route | undefined;
  /**
   * The response status, available from `answered` onward, or from `closed` onward if only a part of the response was
   * sent.
   */
  readonly status: number | undefined;
  /** Milliseconds since the start, available from `answered` or `closed` onward. */
  readonly duration: number | undefined;
  /** The thrown error, available from `failed` onward. */
  readonly error: unknown;
  /** How the request ended, available from `closed` onward. */
  readonly outcome: RequestOutcome | undefined;
  /**
   * Handles the request inside `run`, which must call its argument synchronously, as OpenTelemetry's `context.with`
   * does. Subscribers of `start` call this method. A function that is passed later surrounds the ones passed earlier.
   */
  surround(run: (handle: () => void) => void): void;
}

/** Publishes the events of one request. */
export class RequestEvents implements RequestMessage, RequestObserver {
  readonly context: Exchange;
  readonly startTime: number = performance.now();
  status: number | undefined = undefined;
  duration: number | undefined = undefined;
  error: unknown = undefined;
  outcome: RequestOutcome | undefined = undefined;
  #handle: () => void;

  private constructor(context: Exchange, handle: () => void) {
    this.context = context;
    this.#handle = handle;
  }

  /** Handles the request in the context of the stores that subscribers have bound to the `start` channel. */
  static watch(exchange: Exchange, handle: () => void): void {
    const events = new RequestEvents(exchange, handle);
    exchange.telemetry = events;
    CHANNELS.start.runStores(events, () => events.#run());
  }

  #run(): void {
    // Detects that the client has disconnected even if the handler never settles.
    if (CHANNELS.closed.hasSubscribers) this.context.transport.onGone(() => this.closed('disconnected'));
    this.#handle();
  }

  surround(run: (handle: () => void) => void): void {
    const inner = this.#handle;
    this.#handle = () => run(inner);
  }

  get method(): string {
    return this.context.method;
  }

  get path(): string {
    return this.context.request.path;
  }

  get trace(): Trace {
    return this.context.trace;
  }

  set trace(trace: Trace) {
    this.context.trace = trace;
  }

  get route(): Route | undefined {
    return this.context.route;
  }

  routed(): void {
    if (this.route !== undefined) CHANNELS.routed.publish(this);
  }

  answered(status: number): void {
    this.status = status;
    this.duration = performance.now() - this.startTime;
    CHANNELS.answered.publish(this);
    this.closed('answered');
  }

  closed(outcome: RequestOutcome): void {
    if (this.outcome !== undefined) return;
    this.outcome = outcome;
    const { openedResponse } = this.context;
    if (openedResponse?.started) this.status = openedResponse.status;
    this.duration ??= performance.now() - this.startTime;
    CHANNELS.closed.publish(this);
  }

  failed(error: unknown): void {
    this.error = error;
    CHANNELS.failed.publish(this);
  }
}
