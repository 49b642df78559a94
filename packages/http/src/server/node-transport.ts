import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseUrl } from '../protocol/base-url.ts';
import { HttpError } from '../errors/http-error.ts';
import type { Chunks } from '../protocol/chunks.ts';
import { limitStream } from '../exchange/collect-bytes.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Collector } from './collector.ts';
import { bodySourceOf } from './incoming.ts';
import { isBodyConsumed, streamConsumedBody, readConsumedBody } from './consumed-body.ts';
import { DECLARES_BODY, isBodiless, REPEATS_HOST, readHead, withLength } from '../protocol/framing.ts';
import type { Lifecycle, ServerTransport } from './lifecycle.ts';
import { drainUnreadBody } from './drain-unread-body.ts';
import { joinRawHeader, rawHeader, REPEATED } from '../protocol/raw-headers.ts';

/**
 * Milliseconds for which a client may stop reading a response. Then Node closes the connection,
 * which aborts the request.
 */
const STALL_TIMEOUT = 60_000;

/** A transport for a `node:http` request. Creates web objects only on access. */
export class NodeTransport implements ServerTransport {
  readonly method: string;
  readonly target: string;
  /** Whether the whole response was handed to the socket. */
  done = false;
  /** Called when `done` becomes true, if the response is asynchronous. */
  onDone: ((transport: NodeTransport) => void) | undefined = undefined;
  /** The exchange; undefined until the router handles the request. */
  exchange: Exchange | undefined = undefined;
  /** Time by `performance.now()` at which the listener returned without a complete response. */
  since = 0;
  /** Whether the client waits for status 100 before it sends the body. */
  expectsContinue = false;
  readonly leave: ((headers: readonly string[]) => void) | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #lifecycle: Lifecycle;
  readonly #head: number;
  /** Set while the client reads more slowly than the handler writes. */
  #drained: Promise<void> | undefined = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, lifecycle: Lifecycle, next?: () => void) {
    this.method = request.method!;
    this.target = request.url!;
    this.#request = request;
    this.#response = response;
    this.#lifecycle = lifecycle;
    this.leave = next && ((headers) => this.#leave(next, headers));
    this.#head = readHead(request.rawHeaders);
  }

  header(name: string): string | undefined {
    const found = rawHeader(this.#request.rawHeaders, name);
    // Node decides whether it joins the repeated values or uses one of them.
    return found === REPEATED ? this.#joinedHeader(name) : found;
  }

  *headers(): Iterable<[string, string]> {
    for (const name of Object.keys(this.#request.headers)) yield [name, this.#joinedHeader(name)!];
  }

  #joinedHeader(name: string): string | undefined {
    const { headers, rawHeaders } = this.#request;
    // Node cannot store `__proto__` in its headers object.
    if (!Object.hasOwn(headers, name)) return joinRawHeader(rawHeaders, name);
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  get base(): string {
    const scheme = 'encrypted' in this.#request.socket ? 'https' : 'http';
    return baseUrl(scheme, this.header('host'));
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress;
  }

  assertValidHead(): void {
    if ((this.#head & REPEATS_HOST) !== 0) {
      throw new HttpError('bad-request', 'the request has more than one Host header');
    }
  }

  get hasBody(): boolean {
    return (this.#head & DECLARES_BODY) !== 0;
  }

  bytes(limit: number, time: number): Promise<Uint8Array> {
    this.#continue();
    if (isBodyConsumed(this.#request)) return readConsumedBody(this.#request, limit);
    return new Collector(bodySourceOf(this.#request), limit, time, this.#lifecycle.deadlines).body;
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    this.#continue();
    if (isBodyConsumed(this.#request)) return streamConsumedBody(this.#request, limit);
    // The response needs the socket even if the handler stops reading the body.
    const iterator = this.#request.iterator({ destroyOnReturn: false });
    const chunks: Chunks<Uint8Array> = {
      next: () => iterator.next() as Promise<IteratorResult<Uint8Array>>,
      stop: () => void iterator.return?.().catch(() => {}),
    };
    return limitStream(chunks, limit, time, (listener) => this.onGone(listener));
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    const response = this.#response;
    withLength(status, headers, body);
    this.#writeHead(status, headers);
    const content = body === undefined || isBodiless(this.method, status) ? undefined : body;
    // Node closes a connection after its last response, even if the body is still arriving: see
    // drain-unread-body.ts.
    if (!this.#closesConnection || !this.#isUnread) response.end(content);
    else if (content === undefined) response.flushHeaders();
    else response.write(content);
    this.#finish();
  }

  start(status: number, headers: string[]): void {
    // With this option, a body that exceeds its Content-Length fails instead of running into the
    // next response.
    this.#response.strictContentLength = true;
    this.#writeHead(status, headers);
    this.#response.flushHeaders();
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    const response = this.#response;
    if (this.gone || response.write(chunk)) return undefined;
    // All pending writes share one promise, because a handler may write again without waiting.
    return (this.#drained ??= new Promise((resolve) => {
      const settle = (): void => {
        this.#drained = undefined;
        response.setTimeout(0);
        response.off('drain', settle).off('close', settle);
        resolve();
      };
      response.setTimeout(STALL_TIMEOUT);
      response.on('drain', settle).on('close', settle);
    }));
  }

  end(): void {
    this.#response.end();
    this.#finish();
  }

  abort(): void {
    this.#response.destroy();
    this.#finish();
  }

  #leave(next: () => void, headers: readonly string[]): void {
    const response = this.#response;
    for (let index = 0; index < headers.length; index += 2) {
      const [name, value] = [headers[index]!, headers[index + 1]!];
      if (LIST_HEADERS.has(name)) response.appendHeader(name, value);
      else response.setHeader(name, value);
    }
    this.done = true;
    this.onDone?.(this);
    // A microtask, because the router must not catch errors that `next` throws.
    queueMicrotask(next);
  }

  get gone(): boolean {
    // The response has no socket until earlier requests on its connection are answered.
    return this.#response.destroyed || this.#request.socket.destroyed;
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    if (this.gone) queueMicrotask(listener);
    else response.once('close', () => response.writableFinished || listener());
  }

  /** Calls the listener once the whole response was handed to the operating system. */
  onSent(listener: () => void): void {
    this.#response.once('finish', listener);
  }

  #writeHead(status: number, headers: string[]): void {
    if (this.#lifecycle.closing) headers.push('connection', 'close');
    this.#response.writeHead(status, headers);
  }

  #continue(): void {
    if (this.expectsContinue && !this.#response.headersSent) this.#response.writeContinue();
    this.expectsContinue = false;
  }

  #finish(): void {
    this.done = true;
    this.onDone?.(this);
    const response = this.#response;
    // Limits the time for sending buffered data; Node replaces it with its keep-alive timeout afterwards.
    if (response.writableLength > 0) response.setTimeout(STALL_TIMEOUT);
    if (this.#isUnread) drainUnreadBody(this.#request, () => void response.end());
  }

  /**
   * Checks `hasBody` too, because a request without a body is not yet `complete` when a synchronous
   * handler answers it.
   */
  get #isUnread(): boolean {
    return !this.#request.complete && this.hasBody;
  }

  get #closesConnection(): boolean {
    return this.#lifecycle.closing || !this.#response.shouldKeepAlive;
  }
}

/** Headers with lists of values; values from the router are appended to those of earlier middleware. */
const LIST_HEADERS: ReadonlySet<string> = new Set(['vary', 'set-cookie', 'link']);
