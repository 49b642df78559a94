import type { Transport } from '../contract/transport.ts';

/** Headers that make the response conditional or partial, or that describe the body or the connection. */
const OMITTED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'range',
  'transfer-encoding',
  'upgrade',
]);

/**
 * A transport that repeats a request without a client: as GET, without a body or conditions. It discards the response.
 */
export class RepeatTransport implements Transport {
  readonly method = 'GET';
  readonly target: string;
  readonly base: string;
  readonly remoteAddress: string | undefined;
  readonly hasBody = false;
  readonly gone = false;
  /** Resolves when the response has ended or has been aborted. */
  readonly ended: Promise<void>;
  readonly #headers: ReadonlyMap<string, string>;
  #settle: () => void = () => {};

  /** Copies the request, because a transport must not be read after its response has ended. */
  constructor(original: Transport) {
    this.target = original.target;
    this.base = original.base;
    this.remoteAddress = original.remoteAddress;
    const names = [...original.headers()].map(([name]) => name).filter((name) => !OMITTED.has(name));
    this.#headers = new Map([...names, 'host'].map((name) => [name, original.header(name) ?? '']));
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  header(name: string): string | undefined {
    return this.#headers.get(name);
  }

  headers(): Iterable<[string, string]> {
    return this.#headers;
  }

  /** Does nothing, because the original request was valid. */
  assertValidHead(): void {}

  bytes(): Uint8Array {
    return new Uint8Array();
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream({ start: (controller) => controller.close() });
  }

  send(): void {
    this.#settle();
  }

  start(): void {}

  write(): void {}

  end(): void {
    this.#settle();
  }

  abort(): void {
    this.#settle();
  }

  onGone(): void {}
}
