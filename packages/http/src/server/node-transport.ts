import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseUrl } from '../protocol/base-url.ts';
import { HttpError } from '../errors/http-error.ts';
import type { Chunks } from '../protocol/chunks.ts';
import { limitStream } from '../exchange/collect-bytes.ts';
import type { NodeMessages } from '../contract/node-messages.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { Collector } from './collector.ts';
import { bodySourceOf } from './incoming.ts';
import { isBodyConsumed, streamConsumedBody, readConsumedBody } from './consumed-body.ts';
import { DECLARES_BODY, isBodiless, REPEATS_HOST, readHead, withLength } from '../protocol/framing.ts';
import type { Lifecycle, ServerTransport } from './lifecycle.ts';
import { drainUnreadBody } from './drain-unread-body.ts';
import { findMountPath } from './mount-path.ts';

/**
 * Number of milliseconds for which a client may stop reading a response. After this time, Node closes the connection,
 * and the request is aborted.
 */
const STALL_TIMEOUT = 60_000;

/** A transport for a `node:http` request. It creates web objects only when they are accessed. */
export class NodeTransport implements ServerTransport {
  readonly method: string;
  readonly target: string;
  /** Whether the response has been passed to the socket or aborted, or the request has been passed on. */
  done = false;
  /** Called when `done` becomes true if the response is asynchronous. */
  onDone: ((transport: NodeTransport) => void) | undefined = undefined;
  /** The exchange, or undefined until the router handles the request. */
  exchange: Exchange | undefined = undefined;
  /** Time, according to `performance.now()`, at which the listener returned without a complete response. */
  since = 0;
  /** Whether the client waits for a response with status 100 before it sends the body. */
  expectsContinue = false;
  readonly leave: ((headers: readonly string[]) => void) | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #lifecycle: Lifecycle;
  readonly #head: number;
  /** Set while a write waits for a client that reads more slowly than the handler writes. */
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
    // Node decides whether to join the repeated values or to use only one of them.
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

  get mountPath(): string {
    return findMountPath(this.#request, this.target);
  }

  get messages(): NodeMessages {
    return { request: this.#request, response: this.#response, settle: () => this.finish() };
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

  sendHints(links: readonly string[]): boolean {
    // HTTP/1.0 has no informational responses, and runtimes other than Node may lack the method.
    const canReceive = this.#request.httpVersionMinor > 0 || this.#request.httpVersionMajor > 1;
    if (!canReceive || typeof this.#response.writeEarlyHints !== 'function') return false;
    this.#response.writeEarlyHints({ link: [...links] });
    return true;
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    const response = this.#response;
    withLength(status, headers, body);
    this.#writeHead(status, headers);
    const content = body === undefined || isBodiless(this.method, status) ? undefined : body;
    // Node closes a connection after its last response, even if the body is still arriving (see drain-unread-body.ts).
    if (!this.#closesConnection || !this.#isUnread) response.end(content);
    else if (content === undefined) response.flushHeaders();
    else response.write(content);
    this.finish();
  }

  start(status: number, headers: string[]): void {
    // With this option, a body that exceeds its Content-Length causes an error instead of corrupting the next response.
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
    this.finish();
  }

  abort(): void {
    this.#response.destroy();
    this.finish();
  }

  #leave(next: () => void, headers: readonly string[]): void {
    setHeaders(this.#response, headers);
    this.done = true;
    this.onDone?.(this);
    // Called in a microtask, so that the router does not catch errors that `next` throws.
    queueMicrotask(next);
  }

  get acceptedBytes(): number | undefined {
    const { bytesWritten, writableLength } = this.#request.socket;
    return this.#response.writableLength === 0 ? undefined : bytesWritten - writableLength;
  }

  get gone(): boolean {
    // The response has no socket until the earlier requests on the connection have been answered.
    return this.#response.destroyed || this.#request.socket.destroyed;
  }

  onGone(listener: () => void): void {
    const response = this.#response;
    if (this.gone) queueMicrotask(listener);
    else response.once('close', () => response.writableFinished || listener());
  }

  /** Calls the listener when the whole response has been passed to the operating system. */
  onSent(listener: () => void): void {
    this.#response.once('finish', listener);
  }

  #writeHead(status: number, headers: string[]): void {
    if (this.#lifecycle.closing) headers.push('connection', 'close');
    pushEarlierValues(this.#response, headers);
    this.#response.writeHead(status, headers);
  }

  #continue(): void {
    if (this.expectsContinue && !this.#response.headersSent) this.#response.writeContinue();
    this.expectsContinue = false;
  }

  /** Called when the server has no further work for the request. */
  protected finish(): void {
    this.done = true;
    this.onDone?.(this);
    const response = this.#response;
    // Limits the time for sending buffered data. Node replaces this timeout with its keep-alive timeout afterwards.
    if (response.writableLength > 0) response.setTimeout(STALL_TIMEOUT);
    if (this.#isUnread) drainUnreadBody(this.#request, () => void response.end());
  }

  /**
   * Whether part of the body is unread. Checks `hasBody` as well, because a request without a body is not yet
   * `complete` when a synchronous handler answers it.
   */
  get #isUnread(): boolean {
    return !this.#request.complete && this.hasBody;
  }

  get #closesConnection(): boolean {
    return this.#lifecycle.closing || !this.#response.shouldKeepAlive;
  }
}

/** Headers with lists of values. Values from the router are appended to those that earlier middleware has set. */
const LIST_HEADERS: ReadonlySet<string> = new Set(['vary', 'set-cookie', 'link']);

/** The response of `node:http` or `node:http2`, as far as its headers are concerned. */
interface HeaderHolder {
  hasHeader(name: string): boolean;
  getHeader(name: string): number | string | readonly string[] | undefined;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
}

/** Adds the list values that earlier middleware has set, because Node would replace them. */
export function pushEarlierValues(response: HeaderHolder, headers: string[]): void {
  for (const name of LIST_HEADERS) {
    if (!response.hasHeader(name)) continue;
    for (const value of [response.getHeader(name)!].flat()) headers.push(name, String(value));
  }
}

/** Sets the headers of a request that is passed on to the next middleware. */
export function setHeaders(response: HeaderHolder, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    if (LIST_HEADERS.has(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}

/** The result for a header that occurs more than once. */
export const REPEATED: unique symbol = Symbol('repeated');

/**
 * Looks up a header in a flat list of names and values as they were sent. `name` must be in lower case. Returns
 * {@link REPEATED} if the header occurs more than once, which Node's `headers` object does not show, and undefined if
 * it is missing.
 */
export function rawHeader(headers: readonly string[], name: string): string | undefined | typeof REPEATED {
  let found: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const each = headers[index]!;
    if (each.length !== name.length || (each !== name && each.toLowerCase() !== name)) continue;
    if (found !== undefined) return REPEATED;
    found = headers[index + 1];
  }
  return found;
}

/** Joins all values of a header with `, `. */
function joinRawHeader(headers: readonly string[], name: string): string {
  return headers
    .filter((_value, index) => index % 2 === 1 && headers[index - 1]!.toLowerCase() === name)
    .join(', ');
}
