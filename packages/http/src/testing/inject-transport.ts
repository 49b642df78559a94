import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import { collectBytes, concatBytes, limitStream } from '../exchange/collect-bytes.ts';
import { baseUrl } from '../protocol/base-url.ts';
import type { Transport } from '../contract/transport.ts';
import { declaresBody, isBodiless, withLength } from '../protocol/framing.ts';
import { toResponse, type InjectResponse, type PlainRequest } from './message.ts';

const encoder = new TextEncoder();

/** A transport for a request that is given as data. It collects the response. */
export class InjectTransport implements Transport {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress = '127.0.0.1';
  readonly response: Promise<InjectResponse>;
  readonly #request: PlainRequest;
  readonly #parts: Uint8Array[] = [];
  #resolve: (response: InjectResponse) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  #isDone = false;

  constructor(request: PlainRequest) {
    this.method = request.method;
    this.target = request.url;
    this.#request = request;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    request.signal?.addEventListener('abort', () => this.#finish(false));
  }

  header(name: string): string | undefined {
    if (name === 'transfer-encoding' && this.#request.body !== undefined) {
      return this.#request.body instanceof Uint8Array ? undefined : 'chunked';
    }
    const { headers } = this.#request;
    if (Object.hasOwn(headers, name)) return headers[name];
    return name === 'host' ? 'localhost' : undefined;
  }

  headers(): Iterable<[string, string]> {
    return Object.entries(this.#request.headers);
  }

  get base(): string {
    return baseUrl('http', this.header('host'));
  }

  /** Does nothing, because a record cannot contain repeated headers. */
  assertValidHead(): void {}

  get hasBody(): boolean {
    return declaresBody((name) => this.header(name));
  }

  bytes(limit: number, time: number): Promise<Uint8Array> {
    return collectBytes(this.stream(limit, time));
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    return limitStream(chunksOf(this.#body()) as Chunks<Uint8Array>, limit, time, (listener) =>
      this.onGone(listener),
    );
  }

  async *#body(): AsyncGenerator<Uint8Array> {
    const { body } = this.#request;
    if (body instanceof Uint8Array) yield body;
    else {
      for await (const chunk of body ?? []) {
        yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
      }
    }
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    this.start(status, withLength(status, headers, body));
    if (body !== undefined) this.write(body);
    this.end();
  }

  start(status: number, headers: string[]): void {
    this.#head = { status, headers };
  }

  write(chunk: string | Uint8Array): void {
    if (this.#isDone || isBodiless(this.method, this.#head!.status)) return;
    this.#parts.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  }

  end(): void {
    this.#finish(true);
  }

  abort(): void {
    this.#finish(false);
  }

  get gone(): boolean {
    return this.#request.signal?.aborted ?? false;
  }

  onGone(listener: () => void): void {
    const { signal } = this.#request;
    if (signal?.aborted) queueMicrotask(listener);
    else signal?.addEventListener('abort', () => this.#isDone || listener());
  }

  #finish(complete: boolean): void {
    if (this.#isDone) return;
    if (this.#head === undefined) this.#reject(this.#request.signal?.reason ?? new Error('no response'));
    else this.#resolve(toResponse(this.#head.status, this.#head.headers, concatBytes(this.#parts), complete));
    // Set in a microtask, because the listeners of onGone run later and check #isDone.
    queueMicrotask(() => {
      this.#isDone = true;
    });
  }
}
