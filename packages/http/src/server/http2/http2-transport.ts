import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, Http2Session, ServerHttp2Stream } from 'node:http2';
import type { NodeMessages } from '../../contract/node-messages.ts';
import { HttpError } from '../../errors/http-error.ts';
import { limitStream } from '../../exchange/collect-bytes.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { baseUrl } from '../../protocol/base-url.ts';
import { isBodiless, withLength } from '../../protocol/framing.ts';
import { Collector } from '../collector.ts';
import { isBodyConsumed, readConsumedBody, streamConsumedBody } from '../consumed-body.ts';
import { pushEarlierValues, setHeaders } from '../node-transport.ts';
import type { Lifecycle, ServerTransport } from '../lifecycle.ts';
import { findMountPath } from '../mount-path.ts';
import { UnreadBody } from '../unread-body.ts';
import { toHttp2Headers } from './response-headers.ts';
import { ResponseOutput } from './response-output.ts';
import { chunksOfStream, StreamBody } from './stream-body.ts';

/** Error codes of HTTP/2 (RFC 9113, section 7). */
const NO_ERROR = 0;
const INTERNAL_ERROR = 2;

/** A transport for an HTTP/2 request, which is a stream of a connection. */
export class Http2Transport implements ServerTransport {
  readonly method: string;
  readonly target: string;
  /** Whether the response has been passed to the stream or aborted, or the request has been passed on. */
  done = false;
  /** Called when `done` becomes true if the response is asynchronous. */
  onDone: ((transport: Http2Transport) => void) | undefined = undefined;
  /** The exchange, or undefined until the router handles the request. */
  exchange: Exchange | undefined = undefined;
  /** Time, according to `performance.now()`, at which the listener returned without a complete response. */
  since = 0;
  /** Whether the client waits for a response with status 100 before it sends the body. */
  expectsContinue = false;
  readonly leave: ((headers: readonly string[]) => void) | undefined;
  readonly #request: Http2ServerRequest;
  readonly #response: Http2ServerResponse;
  readonly #stream: ServerHttp2Stream;
  /** The connection. The stream loses its reference when it is destroyed. */
  readonly #session: Http2Session | undefined;
  readonly #lifecycle: Lifecycle;
  readonly #output: ResponseOutput;

  constructor(
    request: Http2ServerRequest,
    response: Http2ServerResponse,
    lifecycle: Lifecycle,
    next?: () => void,
  ) {
    this.method = request.method;
    this.target = request.url;
    this.#request = request;
    this.#response = response;
    this.#stream = request.stream;
    this.#session = request.stream.session;
    this.#lifecycle = lifecycle;
    this.#output = new ResponseOutput(response, request.stream);
    this.leave = next && ((headers) => this.#leave(next, headers));
  }

  header(name: string): string | undefined {
    const { headers } = this.#request;
    if (name === 'host') return headers[':authority'] ?? headers.host;
    // Node cannot store `__proto__` in its headers object.
    if (name.startsWith(':') || !Object.hasOwn(headers, name)) return undefined;
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  *headers(): Iterable<[string, string]> {
    const host = this.header('host');
    if (host !== undefined) yield ['host', host];
    for (const name of Object.keys(this.#request.headers)) {
      if (!name.startsWith(':') && name !== 'host') yield [name, this.header(name)!];
    }
  }

  get base(): string {
    // The client chooses the pseudo-header `:scheme`, so the connection decides.
    return baseUrl(this.#session?.encrypted === true ? 'https' : 'http', this.header('host'));
  }

  get mountPath(): string {
    return findMountPath(this.#request, this.target);
  }

  /** The objects with which `node:http2` imitates those of `node:http`. */
  get messages(): NodeMessages {
    return {
      request: this.#request as unknown as IncomingMessage,
      response: this.#response as unknown as ServerResponse,
      settle: () => this.#finish(),
    };
  }

  get remoteAddress(): string | undefined {
    return this.#session === undefined || this.#session.destroyed
      ? undefined
      : this.#session.socket.remoteAddress;
  }

  assertValidHead(): void {
    const { host, ':authority': authority } = this.#request.headers;
    if (host !== undefined && authority !== undefined && host.toLowerCase() !== authority.toLowerCase()) {
      throw new HttpError('bad-request', 'the Host header differs from the pseudo-header :authority');
    }
  }

  get hasBody(): boolean {
    return !this.#stream.endAfterHeaders && this.#request.headers['content-length'] !== '0';
  }

  bytes(limit: number, time: number): Promise<Uint8Array> {
    this.#continue();
    const message = this.#request as unknown as IncomingMessage;
    if (isBodyConsumed(message)) return readConsumedBody(message, limit);
    return new Collector(new StreamBody(this.#stream), limit, time, this.#lifecycle.deadlines).body;
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    this.#continue();
    const message = this.#request as unknown as IncomingMessage;
    if (isBodyConsumed(message)) return streamConsumedBody(message, limit);
    return limitStream(chunksOfStream(this.#stream), limit, time, (listener) => this.onGone(listener));
  }

  sendHints(links: readonly string[]): boolean {
    if (this.gone) return false;
    this.#response.writeEarlyHints({ link: [...links] });
    return true;
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    if (!this.gone) {
      withLength(status, headers, body);
      this.#writeHead(status, headers);
      if (body === undefined || isBodiless(this.method, status)) this.#output.end();
      else this.#output.end(body);
    }
    this.#finish();
  }

  start(status: number, headers: string[]): void {
    if (!this.gone) this.#writeHead(status, headers);
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    return this.gone ? undefined : this.#output.write(chunk);
  }

  end(): void {
    if (!this.gone) this.#output.end();
    this.#finish();
  }

  abort(): void {
    if (!this.#stream.closed) this.#stream.close(INTERNAL_ERROR);
    this.#finish();
  }

  get acceptedBytes(): number | undefined {
    return this.#output.acceptedBytes;
  }

  get gone(): boolean {
    return this.#stream.closed || this.#stream.destroyed;
  }

  onGone(listener: () => void): void {
    const stream = this.#stream;
    if (this.gone) queueMicrotask(listener);
    else stream.once('close', () => (stream.aborted || !stream.writableFinished) && listener());
  }

  /** Calls the listener when the whole response has been passed to the connection. */
  onSent(listener: () => void): void {
    this.#stream.once('finish', listener);
  }

  #writeHead(status: number, headers: string[]): void {
    pushEarlierValues(this.#response, headers);
    this.#response.writeHead(status, toHttp2Headers(headers));
  }

  #leave(next: () => void, headers: readonly string[]): void {
    setHeaders(this.#response, headers);
    this.done = true;
    this.onDone?.(this);
    // Called in a microtask, so that the router does not catch errors that `next` throws.
    queueMicrotask(next);
  }

  #continue(): void {
    if (this.expectsContinue && !this.#response.headersSent) this.#response.writeContinue();
    this.expectsContinue = false;
  }

  /** Called when the server has no further work for the request. */
  #finish(): void {
    this.done = true;
    this.onDone?.(this);
    if (this.gone) return;
    this.#output.limitStall();
    if (this.hasBody && !this.#stream.readableEnded) this.#discardBody();
  }

  /**
   * Reads and discards the rest of the body. If it exceeds the limits of {@link UnreadBody}, asks the client to stop
   * sending (RFC 9113, section 8.1). Node's client would wait for ever if it were asked immediately.
   */
  #discardBody(): void {
    const stream = this.#stream;
    const rest = new UnreadBody(() => {
      rest.end();
      if (!stream.closed) stream.close(NO_ERROR);
    });
    rest.start();
    stream.on('data', (part: Uint8Array) => rest.receive(part));
    stream.once('end', () => rest.end()).once('close', () => rest.end());
    stream.resume();
  }
}
