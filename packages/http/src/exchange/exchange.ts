import type { Granted, User } from '../contract/user.ts';
import { BindingState } from './binding-state.ts';
import { TRANSITIONS, type ExchangeState } from './exchange-state.ts';
import { NO_BODY, type NamedBody } from './named-body.ts';
import type { Route } from '../contract/route.ts';
import type { Match } from '../contract/matcher.ts';
import { readPath, type RequestPath } from '../protocol/request-path.ts';
import { spellingsOf, type Canonical, type Spelling } from '../routing/spellings.ts';
import { isThenable } from '../internal/thenable.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import { readTrace } from './trace.ts';
import type { Trace } from '../contract/trace.ts';
import type { FormBody } from '../contract/roles.ts';
import type { FileUpload } from '../contract/file-upload.ts';
import type { Failure } from '../types/failure.ts';
import { encodeBody } from '../protocol/charset.ts';
import { parseQuery, type Query } from '../protocol/query.ts';
import type { ExchangePlan, Outcome } from './exchange-plan.ts';
import type { RequestObserver } from './request-observer.ts';
import { Body, type BodySource } from './body.ts';
import { RoutingContext } from '../contract/context.ts';
import type { HttpRequest } from '../contract/http-request.ts';
import type { HttpResponse } from '../contract/http-response.ts';
import { RepeatTransport } from './repeat-transport.ts';
import { TransportRequest } from './request.ts';
import { TransportResponse } from './response.ts';
import type { Transport } from '../contract/transport.ts';

const NO_METHODS: ReadonlySet<string> = new Set();
const NO_AUTHORIZATIONS: User['authorizations'] = {};
const NO_FILES: readonly FileUpload[] = [];

interface Identity {
  readonly user: User | undefined;
  readonly granted: Granted | undefined;
}

/** The router that answers the requests of transports. */
interface Dispatcher {
  readonly toolkit: ToolkitContext;
  handle(transport: Transport): unknown;
}

/** The compiled routes of the router. */
interface Compiled {
  /** Implements `next()`. */
  readonly next: (exchange: Exchange) => unknown;
  readonly canonicals: readonly Canonical[];
}

/**
 * A request in progress. Handlers see it as `RoutingContext`, to which this class adds the state of the pipeline.
 *
 * Fields that are rarely set are only declared, because each initialized field costs memory in every request. The others
 * are initialized, so that all requests have the same hidden class.
 */
export class Exchange extends RoutingContext {
  readonly transport: Transport;
  /** The plan of the route; undefined until a route is selected. */
  plan: ExchangePlan | undefined = undefined;
  match: Match | undefined = undefined;
  /** The methods that routes with this path support, if none of them supports the request's method. */
  allow: ReadonlySet<string> = NO_METHODS;
  /** The timer for the request's time limit. */
  deadline: NodeJS.Timeout | undefined = undefined;
  /** The result of the route to which `next()` passed the request. */
  declare nextResult: unknown;
  /** Created on first use, because most requests do not need it. */
  binding: BindingState | undefined = undefined;
  /** The multipart form, if the body was read as one. Its files remain on disk until the request ends. */
  declare form: FormBody | undefined;
  /**
   * Whether the response is an event stream. A shutdown does not wait for it, because it may never end and its client
   * reconnects.
   */
  declare isEventStream: true | undefined;
  /** The result or error, recorded only if the route has event listeners. */
  declare outcome: Outcome | undefined;
  /** Publishes the progress of the request; undefined if there were no subscribers when the request arrived. */
  declare telemetry: RequestObserver | undefined;
  declare private traced: Trace | undefined;
  declare private spelled: readonly Spelling[] | undefined;
  declare private aborter: AbortController | undefined;
  #state: ExchangeState = 'open';
  // Hidden from handlers and printed contexts, in contrast to declared fields.
  #identity: Identity | undefined = undefined;
  #data: Map<unknown, unknown> | undefined = undefined;
  readonly #compiled: Compiled;
  readonly #router: Dispatcher;
  #path: RequestPath | undefined = undefined;
  #request: HttpRequest | undefined = undefined;
  #response: TransportResponse | undefined = undefined;
  #query: Query | undefined = undefined;
  #body: Body | undefined = undefined;

  constructor(transport: Transport, compiled: Compiled, router: Dispatcher) {
    super();
    this.transport = transport;
    this.#compiled = compiled;
    this.#router = router;
  }

  get toolkit(): ToolkitContext {
    return this.#router.toolkit;
  }

  get method(): string {
    return this.transport.method;
  }

  get route(): Route | undefined {
    return this.plan?.route;
  }

  get user(): User | undefined {
    return this.#identity?.user;
  }

  set user(user: User | undefined) {
    this.#identity = { user, granted: this.granted };
  }

  /**
   * Authorizations that were granted for this request to a user object that cannot be copied; see
   * {@link authorizations}.
   */
  get granted(): Granted | undefined {
    return this.#identity?.granted;
  }

  set granted(granted: Granted | undefined) {
    this.#identity = { user: this.user, granted };
  }

  get authorizations(): User['authorizations'] {
    const { user, granted } = this;
    if (user === undefined) return NO_AUTHORIZATIONS;
    // Authorizations that were granted to another user during this request do not apply.
    return granted?.user === user ? { ...user.authorizations, ...granted.lists } : user.authorizations;
  }

  get limits(): DefaultLimits {
    return this.plan?.limits ?? this.toolkit.limits;
  }

  /** Whether the request is `OPTIONS *`, which has no path. */
  get isServerWide(): boolean {
    return this.method === 'OPTIONS' && this.transport.target === '*';
  }

  /** The parsed path. Throws `HttpError` 400 if it cannot be decoded, and 414 if it is too long. */
  get path(): RequestPath {
    return (this.#path ??= readPath(this.isServerWide ? '/' : this.transport.target));
  }

  /** Other spellings of the path. Filters with a pattern are also matched against them. */
  get spellings(): readonly Spelling[] {
    return (this.spelled ??= spellingsOf(this.path, this.#compiled.canonicals));
  }

  get request(): HttpRequest {
    return (this.#request ??= new TransportRequest(this, this.transport));
  }

  get response(): HttpResponse {
    return (this.#response ??= new TransportResponse(this.transport, this.answered, this));
  }

  /**
   * The response object; undefined if it has never been accessed, which means that no status, header or body was set on
   * it.
   */
  get openedResponse(): HttpResponse | undefined {
    return this.#response;
  }

  get data(): Map<unknown, unknown> {
    return (this.#data ??= new Map());
  }

  get query(): Query {
    return (this.#query ??= parseQuery(queryOf(this.transport.target), this.limits));
  }

  get body(): Body {
    return (this.#body ??= new Body(this.transport, this.limits));
  }

  /** Sets the body, or the failure to read it, if the server has read the body of the transport. */
  setBody(bytes: Uint8Array | Promise<Uint8Array>): void {
    this.#body = new Body(this.transport, this.limits, bytes);
  }

  /**
   * Reads the body through a source that decodes or observes it. Throws if the body has been read. The source of the
   * filter that runs first is the innermost.
   */
  wrapBody(wrap: (source: BodySource) => BodySource): void {
    this.#body = new Body(wrap(this.#body?.source ?? this.transport), this.limits);
  }

  get fileUploads(): readonly FileUpload[] {
    return this.form?.files ?? NO_FILES;
  }

  get trace(): Trace {
    const { transport } = this;
    return (this.traced ??= readTrace(transport.header('traceparent'), transport.header('tracestate')));
  }

  /** Set by a tracer that creates the request's span. */
  set trace(trace: Trace) {
    this.traced = trace;
  }

  get signal(): AbortSignal {
    if (this.aborter === undefined) {
      this.aborter = new AbortController();
      this.transport.onGone(() => this.cancel(new Error('the client disconnected')));
    }
    return this.aborter.signal;
  }

  /** Whether the request was sent by {@link repeat}. */
  get isRepeated(): boolean {
    return this.transport instanceof RepeatTransport;
  }

  /**
   * Sends the request through the whole pipeline again, after this turn of the event loop, as an unconditional GET, and
   * discards the response. The promise resolves when that response has ended or has been aborted. It never rejects.
   */
  repeat(): Promise<void> {
    const transport = new RepeatTransport(this.transport);
    setImmediate(() => this.#router.handle(transport));
    return transport.ended;
  }

  next(): unknown {
    const result = this.#compiled.next(this);
    if (!isThenable(result)) return (this.nextResult = result);
    const promise = Promise.resolve(result);
    // Avoids an unhandled rejection if the caller does not await the promise.
    promise.catch(() => {});
    return (this.nextResult = promise);
  }

  /** The named and positional values of the body. */
  get named(): NamedBody {
    return this.binding?.named ?? NO_BODY;
  }

  /** Returns the binding state and creates it on first use. */
  openBinding(): BindingState {
    return (this.binding ??= new BindingState());
  }

  /** Adds the validation issues of a value. */
  addIssue(source: string, name: string | undefined, failure: Failure): void {
    this.openBinding().addIssue(source, name, failure);
  }

  /** Aborts the signal because of a disconnect, a time limit or a shutdown. Later calls have no effect. */
  cancel(reason: Error): void {
    if (this.aborter?.signal.aborted) return;
    this.aborter ??= new AbortController();
    this.aborter.abort(reason);
  }

  get state(): ExchangeState {
    return this.#state;
  }

  /** Moves to the next state in {@link TRANSITIONS}. */
  move(event: keyof (typeof TRANSITIONS)['open']): void {
    this.#state = TRANSITIONS[this.#state][event];
  }

  /** Whether the response has been decided, so that no other response can replace it. */
  get answered(): boolean {
    return this.#state === 'answered';
  }

  /** Whether the deadline is about to send the response. */
  get isTimedOut(): boolean {
    return this.#state === 'timed-out' || this.#state === 'timed-out handling';
  }

  /**
   * Whether the response has been decided or the deadline is about to send it. In either case, no further step may
   * start.
   */
  get isSettled(): boolean {
    return this.#state !== 'open' && this.#state !== 'handling';
  }

  /**
   * Called after an asynchronous step, before the next one starts. Throws if the client has disconnected, unless the
   * response has been decided or the deadline is about to send it.
   */
  assertConnected(): void {
    if (this.transport.gone && !this.isSettled) throw new Error('the client disconnected');
  }

  /** Called when status, headers and body are final, before the response ends. */
  onBeforeEnd(status: number): void {
    this.plan?.events?.(this, status);
    this.telemetry?.answered(status);
  }

  /** Called before the response for an error is written. */
  recordError(error: unknown): void {
    if (this.plan?.events !== undefined) this.outcome = { entity: error, thrown: true };
    this.telemetry?.failed(error);
  }

  /** Aborts the response, so that the client can detect that it is incomplete. */
  abort(): void {
    const outcome = this.transport.gone ? 'disconnected' : 'aborted';
    (this.#response?.sink ?? this.transport).abort();
    this.telemetry?.closed(outcome);
  }

  /**
   * Sends the whole response, including headers that were set on it. `vary`: the request header on which it depends, in
   * lower case.
   */
  answer(
    status: number,
    contentType: string | undefined,
    body: string | Uint8Array | undefined,
    vary?: string,
  ): void {
    const isObserved = this.telemetry !== undefined || this.plan?.events !== undefined;
    const response = isObserved ? this.response : this.#response;
    if (response === undefined) {
      const headers = contentType === undefined ? [] : ['content-type', contentType];
      if (vary !== undefined) headers.push('vary', vary);
      this.move('answer');
      this.transport.send(status, headers, body);
      return;
    }
    response.status = status;
    if (contentType !== undefined && !response.headers.has('content-type')) {
      response.headers.set('content-type', contentType);
    }
    if (vary !== undefined) response.headers.vary(vary);
    // Encodes the body first, because an error response must still be possible if the encoding fails.
    const encoded = encodeBody(body, response.headers.get('content-type'));
    this.move('answer');
    response.end(encoded);
  }
}

function queryOf(target: string): string {
  const start = target.indexOf('?');
  if (start === -1) return '';
  const end = target.indexOf('#', start);
  return target.slice(start + 1, end === -1 ? undefined : end);
}
