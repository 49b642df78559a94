import { channel, type Channel } from 'node:diagnostics_channel';
import type { Exchange } from '../exchange/exchange.ts';
import type { RequestObserver } from '../exchange/request-observer.ts';
import type { RoutingContext } from '../contract/context.ts';
import type { Route } from '../contract/route.ts';
import type { Trace } from '../contract/trace.ts';

/** The channels of `node:diagnostics_channel`, in the order in which a request passes them. */
export const REQUEST_CHANNELS = {
  /** The request has come; nothing is known of its route. Stores that are bound to it hold for all that follows. */
  start: 'writ.http.request.start',
  /** Its route is found. Not for what no route answers, nor again when a route passes the request on. */
  routed: 'writ.http.request.routed',
  /** Status, headers and body are fixed; the response ends now. */
  answered: 'writ.http.request.answered',
  /** Something was thrown. The answer to it follows, unless the client is gone or the response had begun. */
  failed: 'writ.http.request.failed',
} as const;

export const CHANNELS: Readonly<Record<keyof typeof REQUEST_CHANNELS, Channel>> = {
  start: channel(REQUEST_CHANNELS.start),
  routed: channel(REQUEST_CHANNELS.routed),
  answered: channel(REQUEST_CHANNELS.answered),
  failed: channel(REQUEST_CHANNELS.failed),
};

/** What each channel publishes: one object a request, the same on all of them, which fills as the request goes on. */
export interface RequestMessage {
  readonly context: RoutingContext;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly trace: Trace;
  /** By `performance.now()`. */
  readonly startTime: number;
  /** From `routed` on; the last one when a request is passed on. */
  readonly route: Route | undefined;
  /** From `answered` on. */
  readonly status: number | undefined;
  /** Milliseconds, from `answered` on. */
  readonly duration: number | undefined;
  /** From `failed` on. */
  readonly error: unknown;
}

/** Publishes what becomes of one request. */
export class RequestEvents implements RequestMessage, RequestObserver {
  readonly context: Exchange;
  readonly startTime: number = performance.now();
  status: number | undefined = undefined;
  duration: number | undefined = undefined;
  error: unknown = undefined;

  private constructor(context: Exchange) {
    this.context = context;
  }

  /** Handles the request within the stores that subscribers of the start have bound. */
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
