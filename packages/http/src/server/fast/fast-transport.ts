import { bodyTooLarge } from '../../errors/body-errors.ts';
import { HttpError } from '../../errors/http-error.ts';
import { limitStream } from '../../exchange/collect-bytes.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { baseUrl } from '../../protocol/base-url.ts';
import { isBodiless } from '../../protocol/framing.ts';
import { Collector } from '../collector.ts';
import type { ServerTransport } from '../lifecycle.ts';
import { HEAD_FLAGS } from '../parser/head-flags.ts';
import type { RequestHead } from '../parser/request-head.ts';
import type { Connection } from './connection.ts';
import { RequestBody } from './request-body.ts';
import { formatHead, lengthLine } from './response-head.ts';

/** A request that a connection has received, and its response. */
export class FastTransport implements ServerTransport {
  readonly method: string;
  readonly target: string;
  readonly head: RequestHead;
  /** The body, or undefined if the request does not announce one. */
  readonly body: RequestBody | undefined;
  exchange: Exchange | undefined = undefined;
  since = 0;
  /** Whether the whole response has been passed to the socket, or has been aborted. */
  done = false;
  /** Whether the head of the response has been passed to the socket. */
  hasStarted = false;
  /** Whether the client waits for a response with status 100 before it sends the body. */
  expectsContinue = false;
  /** Whether the connection remains open after the response. */
  isPersistent: boolean;
  readonly #connection: Connection;
  #isAborted = false;
  #isChunked = false;
  /** Whether the response has no body, because of its method or status. */
  #isBodiless = false;
  /** Number of bytes still missing from the declared Content-Length. */
  #remaining: number | undefined = undefined;
  #goneListeners: (() => void)[] | undefined = undefined;

  constructor(head: RequestHead, connection: Connection) {
    this.head = head;
    this.method = head.method;
    this.target = head.target;
    this.isPersistent = head.has(HEAD_FLAGS.keepAlive);
    this.body = head.has(HEAD_FLAGS.body) ? new RequestBody(connection) : undefined;
    this.#connection = connection;
  }

  header(name: string): string | undefined {
    return this.head.get(name);
  }

  headers(): Iterable<[string, string]> {
    return this.head.entries();
  }

  get base(): string {
    return baseUrl(this.#connection.isEncrypted ? 'https' : 'http', this.header('host'));
  }

  get remoteAddress(): string | undefined {
    return this.#connection.remoteAddress;
  }

  assertValidHead(): void {
    if (this.head.has(HEAD_FLAGS.repeatsHost)) {
      throw new HttpError('bad-request', 'the request has more than one Host header');
    }
  }

  get hasBody(): boolean {
    return this.body !== undefined;
  }

  bytes(limit: number, time: number): Uint8Array | Promise<Uint8Array> {
    this.#continue();
    const body = this.body!;
    const whole = body.takeWhole();
    if (whole === undefined) return new Collector(body, limit, time, this.#connection.deadlines).body;
    if (whole.byteLength > limit) throw bodyTooLarge(limit);
    return whole;
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    this.#continue();
    return limitStream(this.body!.chunks(), limit, time, (listener) => this.onGone(listener));
  }

  sendHints(links: readonly string[]): boolean {
    // HTTP/1.0 has no informational responses.
    if (this.head.minor === 0) return false;
    const lines = links.map((link) => `link: ${link}\r\n`).join('');
    this.#connection.send(`HTTP/1.1 103 Early Hints\r\n${lines}\r\n`, '', 0);
    return true;
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined, onSent?: () => void): void {
    const head = formatHead(status, headers);
    const length = lengthOf(body);
    if (head.length === undefined && status !== 204 && status !== 304) {
      head.length = status === 205 ? 0 : length;
      head.text += lengthLine(head.length);
    }
    if (this.head.minor === 0 && head.length === undefined) this.isPersistent = false;
    const text = this.#connection.completeHead(this, head);
    this.hasStarted = true;
    if (body === undefined || isBodiless(this.method, status)) this.#connection.send(text, '', 0);
    else this.#connection.send(text, body, length, onSent);
    this.#finish();
  }

  start(status: number, headers: string[]): void {
    const head = formatHead(status, headers);
    this.#isBodiless = isBodiless(this.method, status);
    this.#remaining = this.#isBodiless ? undefined : head.length;
    if (head.length === undefined && !this.#isBodiless) {
      this.#isChunked = this.head.minor === 1;
      if (this.#isChunked) head.text += 'transfer-encoding: chunked\r\n';
      else this.isPersistent = false;
    }
    const text = this.#connection.completeHead(this, head);
    this.hasStarted = true;
    this.#connection.sendHead(text);
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    if (this.#isBodiless || this.gone) return undefined;
    const length = lengthOf(chunk);
    if (length === 0) return undefined;
    if (this.#remaining !== undefined) {
      this.#remaining -= length;
      if (this.#remaining < 0) throw new Error('the body is longer than its Content-Length');
    }
    if (!this.#isChunked) return this.#connection.write(chunk);
    return this.#connection.write(chunk, `${length.toString(16)}\r\n`, '\r\n');
  }

  end(): void {
    if (this.#remaining !== undefined && this.#remaining > 0) {
      throw new Error('the body is shorter than its Content-Length');
    }
    if (this.#isChunked) void this.#connection.write('0\r\n\r\n');
    this.#finish();
  }

  abort(): void {
    this.done = true;
    this.#isAborted = true;
    this.#connection.abort(this);
  }

  get acceptedBytes(): number | undefined {
    return this.#connection.acceptedBytes;
  }

  get gone(): boolean {
    return this.done ? this.#isAborted : this.#connection.isGone;
  }

  onGone(listener: () => void): void {
    if (this.gone) queueMicrotask(listener);
    else (this.#goneListeners ??= []).push(listener);
  }

  /** Called when the connection is closed. */
  disconnect(): void {
    if (this.done && !this.#isAborted) return;
    this.body?.abort(new Error('the client disconnected while sending the body'));
    for (const listener of this.#goneListeners ?? []) listener();
    this.#goneListeners = undefined;
  }

  #continue(): void {
    if (this.expectsContinue && !this.hasStarted)
      this.#connection.send('HTTP/1.1 100 Continue\r\n\r\n', '', 0);
    this.expectsContinue = false;
  }

  #finish(): void {
    this.done = true;
    this.#connection.onAnswered(this);
  }
}

function lengthOf(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}
