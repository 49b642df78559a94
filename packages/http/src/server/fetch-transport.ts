import { limitStream, collectBytes } from '../exchange/collect-bytes.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import type { Transport } from '../contract/transport.ts';
import { isBodiless, withLength } from '../protocol/framing.ts';

/** A transport that reads a web `Request` and produces a web `Response`. */
export class FetchTransport implements Transport {
  readonly method: string;
  readonly target: string;
  readonly base: string;
  readonly remoteAddress = undefined;
  readonly response: Promise<Response>;
  readonly #request: Request;
  #answer: (response: Response) => void = () => {};
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Settles when the client reads more or disconnects. */
  #drained: PromiseWithResolvers<void> | undefined;
  #cancelled = false;
  #listeners: (() => void)[] = [];

  constructor(request: Request) {
    const { url } = request;
    const path = url.indexOf('/', url.indexOf('://') + 3);
    this.method = request.method.toUpperCase();
    this.target = path === -1 ? '/' : url.slice(path);
    this.base = path === -1 ? url : url.slice(0, path);
    this.#request = request;
    this.response = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  header(name: string): string | undefined {
    try {
      return this.#request.headers.get(name) ?? undefined;
    } catch {
      // `get` throws for an invalid header name; other transports return undefined.
      return undefined;
    }
  }

  headers(): Iterable<[string, string]> {
    return this.#request.headers;
  }

  /** Does nothing, because the server validated the headers when it created the Request. */
  assertValidHead(): void {}

  get hasBody(): boolean {
    return this.#request.body !== null && this.header('content-length') !== '0';
  }

  async bytes(limit: number, time: number): Promise<Uint8Array> {
    return collectBytes(this.stream(limit, time));
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    if (this.#request.bodyUsed) throw new Error(READ_MESSAGE);
    return limitStream(chunksOf(this.#request.body!) as Chunks<Uint8Array>, limit, time, (listener) =>
      this.onGone(listener),
    );
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    withLength(status, headers, body);
    const content = isBodiless(this.method, status) ? null : ((body as string | undefined) ?? null);
    this.#answer(new Response(content, { status, headers: toPairs(headers) }));
  }

  start(status: number, headers: string[]): void {
    if (isBodiless(this.method, status)) {
      this.#answer(new Response(null, { status, headers: toPairs(headers) }));
      return;
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resume(),
        cancel: () => this.#cancel(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
    );
    this.#answer(new Response(body, { status, headers: toPairs(headers) }));
    this.onGone(() => this.#resume());
  }

  #resume(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    const controller = this.#controller;
    if (controller === undefined || this.gone) return undefined;
    controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    if (controller.desiredSize === null || controller.desiredSize > 0) return undefined;
    // All pending writes share one promise; otherwise listeners would accumulate on an endless stream.
    return (this.#drained ??= Promise.withResolvers()).promise;
  }

  end(): void {
    if (!this.#cancelled) this.#controller?.close();
  }

  abort(): void {
    if (this.#controller === undefined) this.#answer(new Response(null, { status: 499 }));
    else if (!this.#cancelled) this.#controller.error(new Error('the response was aborted'));
  }

  get gone(): boolean {
    return this.#cancelled || this.#request.signal.aborted;
  }

  onGone(listener: () => void): void {
    if (this.gone) {
      queueMicrotask(listener);
      return;
    }
    if (this.#listeners.length === 0) this.#request.signal.addEventListener('abort', () => this.#cancel());
    this.#listeners.push(listener);
  }

  #cancel(): void {
    this.#cancelled = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

const encoder = new TextEncoder();

function toPairs(flat: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let index = 0; index < flat.length; index += 2) list.push([flat[index]!, flat[index + 1]!]);
  return list;
}

const READ_MESSAGE =
  'the body of the Request was already read: pass router.fetch a request.clone() made before the body is read';
