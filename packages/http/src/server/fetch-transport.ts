import { limitStream, collectBytes } from '../exchange/collect-bytes.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import type { Transport } from '../contract/transport.ts';
import { isBodiless, withLength } from '../protocol/framing.ts';
import type { Deadlines } from './deadlines.ts';
import { ADDS_LENGTH, createResponse, createWholeResponse } from './fetch-response.ts';
import { readWholeBody } from './whole-body.ts';

/** A transport that reads a web `Request` and produces a web `Response`. */
export class FetchTransport implements Transport {
  readonly method: string;
  readonly target: string;
  declare readonly remoteAddress: undefined;
  readonly #request: Request;
  readonly #deadlines: Deadlines;
  #headers: Headers | undefined = undefined;
  #hasBody: boolean | undefined = undefined;
  /** The Content-Length, which is read several times; undefined before the first time, null if there is none. */
  #contentLength: string | null | undefined = undefined;
  #response: Response | undefined = undefined;
  /** Set while the caller awaits the response. */
  #resolve: ((response: Response) => void) | undefined = undefined;
  // Not initialized, because only streamed responses and handlers that use the signal need these fields.
  declare private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Settles when the client reads more or disconnects. */
  declare private drained: PromiseWithResolvers<void> | undefined;
  declare private cancelled: true | undefined;
  declare private listeners: (() => void)[] | undefined;

  /** @param deadlines watches the time limit for the body */
  constructor(request: Request, deadlines: Deadlines) {
    const { method } = request;
    this.method = method === 'GET' || method === 'POST' ? method : method.toUpperCase();
    this.target = targetOf(request.url);
    this.#request = request;
    this.#deadlines = deadlines;
  }

  get base(): string {
    const { url } = this.#request;
    const start = pathStart(url);
    return url.slice(0, start === -1 ? undefined : start);
  }

  /** Resolves with the response. It is already resolved if the request was answered synchronously. */
  get response(): Promise<Response> {
    return this.#response === undefined
      ? new Promise((resolve) => {
          this.#resolve = resolve;
        })
      : Promise.resolve(this.#response);
  }

  header(name: string): string | undefined {
    if (name !== 'content-length') return this.#readHeader(name) ?? undefined;
    if (this.#contentLength === undefined) this.#contentLength = this.#readHeader(name);
    return this.#contentLength ?? undefined;
  }

  #readHeader(name: string): string | null {
    try {
      return (this.#headers ??= this.#request.headers).get(name);
    } catch {
      // `get` throws an error for an invalid header name, whereas other transports return undefined.
      return null;
    }
  }

  headers(): Iterable<[string, string]> {
    return this.#request.headers;
  }

  /** Does nothing, because the server validated the headers when it created the Request. */
  assertValidHead(): void {}

  get hasBody(): boolean {
    return (this.#hasBody ??= this.#findBody());
  }

  /**
   * Reads `request.body`, which creates a stream, only if the method and the headers do not show whether there is a
   * body.
   */
  #findBody(): boolean {
    if (this.method === 'GET' || this.method === 'HEAD') return false;
    const length = this.header('content-length');
    return length === undefined ? this.#request.body !== null : length !== '0';
  }

  bytes(limit: number, time: number): Promise<Uint8Array> {
    // Without Content-Length, the size can be limited only while the body is read as a stream.
    if (IS_WORKER || this.header('content-length') === undefined) {
      return collectBytes(this.stream(limit, time));
    }
    if (this.#request.bodyUsed) throw new Error(READ_MESSAGE);
    return readWholeBody(this.#request, limit, time, this.#deadlines, () => this.disconnect());
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    if (this.#request.bodyUsed) throw new Error(READ_MESSAGE);
    // The body may be missing even though the headers announce one.
    const body = this.#request.body ?? new Blob([]).stream();
    return limitStream(chunksOf(body) as Chunks<Uint8Array>, limit, time, (listener) =>
      this.onGone(listener),
    );
  }

  /** Answers with a response that the runtime has created. */
  protected respond(response: Response): void {
    this.#answer(response);
  }

  #answer(response: Response): void {
    this.#response = response;
    this.#resolve?.(response);
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    const content = isBodiless(this.method, status) ? null : ((body as string | undefined) ?? null);
    if (status === 200 && typeof content === 'string') {
      this.#answer(createWholeResponse(content, headers));
      return;
    }
    if (content === null || !ADDS_LENGTH) withLength(status, headers, body);
    this.#answer(createResponse(content, status, headers));
  }

  start(status: number, headers: string[]): void {
    if (isBodiless(this.method, status)) {
      this.#answer(createResponse(null, status, headers));
      return;
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => this.#resume(),
        cancel: () => this.disconnect(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
    );
    this.#answer(createResponse(body, status, headers));
    this.onGone(() => this.#resume());
  }

  #resume(): void {
    this.drained?.resolve();
    this.drained = undefined;
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    const controller = this.controller;
    if (controller === undefined || this.gone) return undefined;
    controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    if (controller.desiredSize === null || controller.desiredSize > 0) return undefined;
    // All pending writes share one promise; otherwise listeners would accumulate on an endless stream.
    return (this.drained ??= Promise.withResolvers()).promise;
  }

  end(): void {
    if (!this.cancelled) this.controller?.close();
  }

  abort(): void {
    if (this.controller === undefined) this.#answer(new Response(null, { status: 499 }));
    else if (!this.cancelled) this.controller.error(new Error('the response was aborted'));
  }

  get gone(): boolean {
    return this.cancelled ?? this.#request.signal.aborted;
  }

  onGone(listener: () => void): void {
    if (this.gone) {
      queueMicrotask(listener);
      return;
    }
    if (this.listeners === undefined) {
      this.listeners = [];
      this.#request.signal.addEventListener('abort', () => this.disconnect());
    }
    this.listeners.push(listener);
  }

  /**
   * Called when reading the body has failed, because Deno aborts the signal only after it has rejected the body, and when
   * the client cancels the response or disconnects.
   */
  disconnect(): void {
    this.cancelled = true;
    for (const listener of this.listeners?.splice(0) ?? []) listener();
  }
}

const encoder = new TextEncoder();

/** Returns the path and the query of a URL. */
export function targetOf(url: string): string {
  const start = pathStart(url);
  return start === -1 ? '/' : url.slice(start);
}

/** Returns the position at which the path begins, or -1 if there is none. */
function pathStart(url: string): number {
  // `https://` has 8 characters, and a host has at least one.
  return url.indexOf('/', 8);
}

/** Whether the code runs in a Cloudflare Worker, in which requests cannot share a timer. */
export const IS_WORKER: boolean = globalThis.navigator?.userAgent === 'Cloudflare-Workers';

const READ_MESSAGE =
  'the body of the Request was already read: pass router.fetch a request.clone() made before the body is read';
