import { HttpResponse, type ChangeHead } from '../contract/http-response.ts';
import { encodeBody } from '../protocol/charset.ts';
import { ResponseHeaders } from '../protocol/response-headers.ts';
import type { ResponseSink } from '../contract/response-sink.ts';
import type { Transport } from '../contract/transport.ts';

/** The request to which a response belongs. */
interface ResponseOwner {
  /** Called when the response is final, before it ends. */
  onBeforeEnd(status: number): void;
  /** Aborts the response. */
  abort(): void;
}

/** A response on a transport. */
export class TransportResponse extends HttpResponse {
  readonly headers: ResponseHeaders = new ResponseHeaders();
  readonly #transport: Transport;
  #sink: ResponseSink;
  readonly #owner: ResponseOwner;
  fallbackType: string | undefined = undefined;
  /** The functions to call before status and headers are sent, the last one first. */
  #changes: ChangeHead[] | undefined = undefined;
  #status: number | undefined;
  #started: boolean;
  #ended: boolean;
  /** Whether `onBeforeEnd` is running. */
  #ending = false;

  /** `over`: whether the request has already been answered without this object. */
  constructor(transport: Transport, over: boolean, owner: ResponseOwner) {
    super();
    this.#transport = transport;
    this.#sink = transport;
    this.#owner = owner;
    this.#started = over;
    this.#ended = over;
  }

  get status(): number {
    return this.#status ?? 200;
  }

  set status(status: number) {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`the status of a response must be from 200 to 599, not ${status}`);
    }
    if (this.#started) throw new Error('the response has started; its status has already been sent');
    this.#status = status;
  }

  get chosenStatus(): number | undefined {
    return this.#status;
  }

  get started(): boolean {
    return this.#started;
  }

  get ended(): boolean {
    return this.#ended || this.#ending;
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    if (this.ended) throw new Error('the response has ended');
    const encoded = this.#encoded(chunk);
    if (!this.#started) this.start();
    return this.#sink.write(encoded);
  }

  /**
   * Ends a response with bytes that only the caller uses. `free` is called when they are no longer needed, unless
   * something else may retain them: a filter that changes the response or replaces `end`, or a wrapper of the response.
   */
  static endOwned(response: HttpResponse, bytes: Uint8Array, free: () => void): void {
    const isOwned =
      #sink in response &&
      response.end === TransportResponse.prototype.end &&
      response.#changes === undefined &&
      response.#sink === response.#transport;
    if (isOwned) response.#end(bytes, free);
    else response.end(bytes);
  }

  end(body?: string | Uint8Array): void {
    this.#end(body);
  }

  #end(body: string | Uint8Array | undefined, onSent?: () => void): void {
    if (this.ended) throw new Error('the response has ended');
    if (!this.#started) {
      if (body !== undefined) this.#setType();
      const content = this.#changeHead(this.#encoded(body));
      const encoded = this.#encoded(content);
      this.#started = true;
      this.#unframe(content);
      const { status } = this;
      const headers = this.headers.flat();
      this.#onBeforeEnd(status);
      this.#sink.send(status, headers, encoded, onSent);
      // Set last: if `send` fails, for example because middleware has sent headers, the response must be aborted.
      this.#ended = true;
      return;
    }
    // Not awaited, because the end is queued after this write.
    if (body !== undefined) void this.#sink.write(this.#encoded(body));
    this.#onBeforeEnd(this.status);
    this.#sink.end();
    // Set last: `end` throws if the body does not have the declared length, and an ended response could not be aborted.
    this.#ended = true;
  }

  #onBeforeEnd(status: number): void {
    this.#ending = true;
    this.#owner.onBeforeEnd(status);
    this.#ending = false;
  }

  start(): void {
    if (this.#started) return;
    this.#setType();
    this.#changeHead(undefined);
    this.#started = true;
    this.headers.delete('transfer-encoding');
    this.#sink.start(this.status, this.headers.flat());
  }

  breakOff(): void {
    this.#started = true;
    this.#ended = true;
    this.#owner.abort();
  }

  /** The sink that receives the response: the one that was added last, or the transport. */
  get sink(): ResponseSink {
    return this.#sink;
  }

  beforeHead(change: ChangeHead): void {
    if (this.#started) throw new Error('the response has started; it cannot be changed');
    (this.#changes ??= []).push(change);
  }

  /**
   * Calls the functions that were passed to {@link beforeHead}. They are not called again for the response to an error
   * that one of them throws.
   */
  #changeHead(body: string | Uint8Array | undefined): string | Uint8Array | undefined {
    const changes = this.#changes;
    if (changes === undefined) return body;
    this.#changes = undefined;
    return changes.reduceRight((changed, change) => change(changed), body);
  }

  intercept(wrap: (next: ResponseSink) => ResponseSink): void {
    if (this.#started) throw new Error('the response has started; it cannot be changed');
    this.#sink = wrap(this.#sink);
  }

  /**
   * Removes framing headers, because the transport sets the length. If Content-Length differed from the body, the
   * client could read the next response as part of this one. The handler's Content-Length is kept only if the body is
   * omitted (HEAD, 304).
   */
  #unframe(body: string | Uint8Array | undefined): void {
    this.headers.delete('transfer-encoding');
    const isLeftOut = body === undefined && (this.#transport.method === 'HEAD' || this.status === 304);
    if (!isLeftOut) this.headers.delete('content-length');
  }

  /** Encodes a string in the charset of the Content-Type. */
  #encoded<T extends string | Uint8Array | undefined>(body: T): T | Uint8Array {
    return typeof body === 'string' ? encodeBody(body, this.headers.get('content-type')) : body;
  }

  #setType(): void {
    if (this.fallbackType !== undefined && !this.headers.has('content-type')) {
      this.headers.set('content-type', this.fallbackType);
    }
  }
}
