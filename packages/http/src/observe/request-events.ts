import { channel, type Channel } from 'node:diagnostics_channel';
import type { Exchange } from '../exchange/exchange.ts';
import type { RequestObserver } from '../exchange/request-observer.ts';
import type { RoutingContext } from '../contract/context.ts';
import type { Route } from '../contract/route.ts';
import type { Trace } from '../contract/trace.ts';

/** The channels of `node:diagnostics_channel`, in the order in which a request is published to them. */
export const REQUEST_CHANNELS = {
  /** The request has arrived, and its route is not yet known. Stores bound to this channel apply to the whole request. */
  start: 'writ.http.request.start',
  /** The route was selected. Published at most once, even if the route passes the request on. */
  routed: 'writ.http.request.routed',
  /** Status, headers and body are final, and the response is about to end. */
  answered: 'writ.http.request.answered',
  /** An error was thrown. Its response follows, unless the client disconnected or the response had started. */
  failed: 'writ.http.request.failed',
} as const;

export const CHANNELS: Readonly<Record<keyof typeof REQUEST_CHANNELS, Channel>> = {
  start: channel(REQUEST_CHANNELS.start),
  routed: channel(REQUEST_CHANNELS.routed),
  answered: channel(REQUEST_CHANNELS.answered),
  failed: channel(REQUEST_CHANNELS.failed),
};

/** The message on all channels: one object per request, to which properties are added as the request proceeds. */
export interface RequestMessage {
  readonly context: RoutingContext;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly trace: Trace;
  /** Start time of the request by `performance.now()`. */
  readonly startTime: number;
  /** The route, set from `routed` on. It changes if the request is passed on. */
  readonly route: Route | undefined;
  /** The response status, set from `answered` on. */
  readonly status: number | undefined;
  /** Milliseconds since the start, set from `answered` on. */
  readonly duration: number | undefined;
  /** The thrown error, set from `failed` on. */
  readonly error: unknown;
}

/** Publishes the events of one request. */
export class RequestEvents implements RequestMessage, RequestObserver {
  readonly context: Exchange;
  readonly startTime: number = performance.now();
  status: number | undefined = undefined;
  duration: number | undefined = undefined;
  error: unknown = undefined;

  private constructor(context: Exchange) {
    this.context = context;
  }

  /** Handles the request in the context of stores that subscribers bound to the `start` channel. */
  static watch(exchange: Exchange, handle: () => void): void {
    const events = new RequestEvents(exchange);
    exchange.telemetry = events;
    CHANNELS.start.runStores(events, handle);
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
  }

  failed(error: unknown): void {
    this.error = error;
    CHANNELS.failed.publish(this);
  }
}
