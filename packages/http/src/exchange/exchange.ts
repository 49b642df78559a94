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
import { Body } from './body.ts';
import { RoutingContext } from '../contract/context.ts';
import type { HttpRequest } from '../contract/http-request.ts';
import type { HttpResponse } from '../contract/http-response.ts';
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

/** A request in progress: handlers see it as `RoutingContext`; the pipeline adds its state. */
export class Exchange extends RoutingContext {
  readonly toolkit: ToolkitContext;
  readonly transport: Transport;
  readonly method: string;
  /** The plan of the route, once it is known. */
  plan: ExchangePlan | undefined = undefined;
  match: Match | undefined = undefined;
  /** When no route answers: the methods that one would answer at this path. */
  allow: ReadonlySet<string> = NO_METHODS;
  /** Cancels the request when its time is up. */
  deadline: NodeJS.Timeout | undefined = undefined;
  /** The result of the route to which the handler passed the request. */
  nextResult: unknown = undefined;
  /** Made when binding has something to note: most requests need none. */
  binding: BindingState | undefined = undefined;
  /** The multipart form that was read; its files lie on disk until the request ends. */
  form: FormBody | undefined = undefined;
  /**
   * The response is an event stream: it does not end by itself and its client reconnects, so a shutdown does not wait
   * for it.
   */
  isEventStream = false;
  /** The result or error; recorded only for a route with events. */
  outcome: Outcome | undefined = undefined;
  /** Publishes the progress of the request; undefined without subscribers when it arrived. */
  telemetry: RequestObserver | undefined = undefined;
  #state: ExchangeState = 'open';
  #identity: Identity | undefined = undefined;
  #trace: Trace | undefined = undefined;
  readonly #passOn: (exchange: Exchange) => unknown;
  readonly #canonicals: readonly Canonical[];
  #path: RequestPath | undefined = undefined;
  #spellings: readonly Spelling[] | undefined = undefined;
  #request: HttpRequest | undefined = undefined;
  #response: HttpResponse | undefined = undefined;
  #data: Map<unknown, unknown> | undefined = undefined;
  #query: Query | undefined = undefined;
  #body: Body | undefined = undefined;
  #controller: AbortController | undefined = undefined;

  constructor(
    toolkit: ToolkitContext,
    transport: Transport,
    passOn: (exchange: Exchange) => unknown,
    canonicals: readonly Canonical[],
  ) {
    super();
    this.toolkit = toolkit;
    this.transport = transport;
    this.method = transport.method;
    this.#passOn = passOn;
    this.#canonicals = canonicals;
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

  /** Stored here for a user object that cannot be modified; see {@link authorizations}. */
  get granted(): Granted | undefined {
    return this.#identity?.granted;
  }

  set granted(granted: Granted | undefined) {
    this.#identity = { user: this.user, granted };
  }

  get authorizations(): User['authorizations'] {
    const { user, granted } = this;
    if (user === undefined) return NO_AUTHORIZATIONS;
    // Authorizations granted to another user of the same request do not apply.
    return granted?.user === user ? { ...user.authorizations, ...granted.lists } : user.authorizations;
  }

  get limits(): DefaultLimits {
    return this.plan?.limits ?? this.toolkit.limits;
  }

  /** `OPTIONS *`, which is about no path. */
  get isServerWide(): boolean {
    return this.method === 'OPTIONS' && this.transport.target === '*';
  }

  /** Throws `HttpError` 400 when it cannot be decoded. */
  get path(): RequestPath {
    return (this.#path ??= readPath(this.isServerWide ? '/' : this.transport.target));
  }

  /** Other spellings of the path, which filters with a pattern are matched against as well. */
  get spellings(): readonly Spelling[] {
    return (this.#spellings ??= spellingsOf(this.path, this.#canonicals));
  }

  get request(): HttpRequest {
    return (this.#request ??= new TransportRequest(this, this.transport));
  }

  get response(): HttpResponse {
    return (this.#response ??= new TransportResponse(this.transport, this.answered, this));
  }

  /** Undefined if it was never accessed: then nothing was set or sent through it. */
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

  get fileUploads(): readonly FileUpload[] {
    return this.form?.files ?? NO_FILES;
  }

  get trace(): Trace {
    const { transport } = this;
    return (this.#trace ??= readTrace(transport.header('traceparent'), transport.header('tracestate')));
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.transport.onGone(() => this.cancel(new Error('the client disconnected')));
    }
    return this.#controller.signal;
  }

  next(): unknown {
    const result = this.#passOn(this);
    if (!isThenable(result)) return (this.nextResult = result);
    const promise = Promise.resolve(result);
    // A caller that does not await it must not cause an unhandled rejection.
    promise.catch(() => {});
    return (this.nextResult = promise);
  }

  /** The values of bindings by name and position. */
  get named(): NamedBody {
    return this.binding?.named ?? NO_BODY;
  }

  /** The state of binding, to be written to. */
  openBinding(): BindingState {
    return (this.binding ??= new BindingState());
  }

  /** Notes what is wrong with a value. */
  addIssue(source: string, name: string | undefined, failure: Failure): void {
    this.openBinding().addIssue(source, name, failure);
  }

  /** Aborts the signal, once, after a disconnect, a time limit or a shutdown. */
  cancel(reason: Error): void {
    if (this.#controller?.signal.aborted) return;
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  get state(): ExchangeState {
    return this.#state;
  }

  /** Changes the state according to {@link TRANSITIONS}. */
  move(event: keyof (typeof TRANSITIONS)['open']): void {
    this.#state = TRANSITIONS[this.#state][event];
  }

  /** Whether the response is determined. */
  get answered(): boolean {
    return this.#state === 'answered';
  }

  /** Whether the deadline answers the request. */
  get isTimedOut(): boolean {
    return this.#state === 'timed-out' || this.#state === 'timed-out handling';
  }

  /** Whether the response is determined, or the deadline is about to answer: no further step may start. */
  get isSettled(): boolean {
    return this.#state !== 'open' && this.#state !== 'handling';
  }

  /** Called before a step that follows an asynchronous one. @throws if the client has disconnected. */
  assertConnected(): void {
    if (this.transport.gone && !this.isSettled) throw new Error('the client disconnected');
  }

  /** Once status, headers and body are fixed, before the response ends. */
  onBeforeEnd(status: number): void {
    this.plan?.events?.(this, status);
    this.telemetry?.answered(status);
  }

  /** Before an error is answered. */
  recordError(error: unknown): void {
    if (this.plan?.events !== undefined) this.outcome = { entity: error, thrown: true };
    this.telemetry?.failed(error);
  }

  /** Sends the whole answer, with what was set on the response. */
  answer(status: number, contentType: string | undefined, body: string | Uint8Array | undefined): void {
    const isObserved = this.telemetry !== undefined || this.plan?.events !== undefined;
    const response = isObserved ? this.response : this.#response;
    if (response === undefined) {
      this.move('answer');
      this.transport.send(status, contentType === undefined ? [] : ['content-type', contentType], body);
      return;
    }
    response.status = status;
    if (contentType !== undefined && !response.headers.has('content-type')) {
      response.headers.set('content-type', contentType);
    }
    // A body that cannot be encoded must still be answered as an error.
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
