import type { DefaultLimits } from '../contract/limits.ts';
import type { RequestBody } from '../contract/http-request.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { plainBytes } from './collect-bytes.ts';
import type { Transport } from '../contract/transport.ts';

const NO_BYTES = new Uint8Array();

/** The source of a request body: a transport, or a wrapper that decodes the body of a transport. */
export interface BodySource extends Pick<Transport, 'hasBody' | 'header' | 'bytes' | 'stream'> {
  /** Whether the content codings of the body have been removed. */
  readonly isDecoded?: boolean;
}

/** A request body that is read only once, for all callers. */
export class Body implements RequestBody {
  readonly #transport: BodySource;
  readonly #time: number;
  #limit: number;
  #bytes: Uint8Array | Promise<Uint8Array> | undefined;
  #streamed = false;
  /** Set when {@link isEmpty} has read an empty body to its end. */
  #isEmpty = false;

  /** @param bytes the whole body, if it has already been read from the source */
  constructor(
    transport: BodySource,
    { body, bodyTime }: DefaultLimits,
    bytes?: Uint8Array | Promise<Uint8Array>,
  ) {
    this.#transport = transport;
    this.#bytes = bytes;
    this.#limit = body;
    this.#time = bodyTime;
  }

  /** Whether the content codings of the body have been removed. */
  get isDecoded(): boolean {
    return this.#transport.isDecoded ?? false;
  }

  async bytes(): Promise<Uint8Array> {
    return plainBytes(await this.readAll());
  }

  /**
   * Reads the whole body for the pipeline. If the body has already arrived, returns it directly instead of a promise.
   * The result may be a Buffer, which handlers never receive.
   */
  readAll(): Uint8Array | Promise<Uint8Array> {
    if (this.#isEmpty) return NO_BYTES;
    // The rest of the stream must not be mistaken for the whole body.
    if (this.#streamed)
      return Promise.reject(new Error('the body is streamed; it cannot be read as a whole'));
    return (this.#bytes ??= this.#transport.hasBody
      ? this.#transport.bytes(this.#limit, this.#time)
      : NO_BYTES);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** Whether the body is empty. A body without Content-Length must be read to find out. */
  isEmpty(): boolean | Promise<boolean> {
    if (!this.#transport.hasBody) return true;
    const announced = this.#transport.header('content-length');
    if (announced !== undefined) return Number(announced) === 0;
    if (this.#bytes !== undefined) return mapMaybe(this.#bytes, ({ byteLength }) => byteLength === 0);
    // A client that waits for status 100 intends to send a body.
    return this.#transport.header('expect') === undefined && this.readUntilByte();
  }

  /**
   * Reads until the first byte and returns whether there was none. Does not read the rest, because a body that is not
   * empty is rejected.
   */
  async readUntilByte(): Promise<boolean> {
    const reader = this.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.byteLength === 0) continue;
      await reader.cancel();
      return false;
    }
    return (this.#isEmpty = true);
  }

  stream(): ReadableStream<Uint8Array> {
    if (this.#isEmpty) return new Blob([]).stream();
    if (this.#bytes !== undefined) throw new Error('the body was read as a whole; it cannot be streamed');
    if (!this.#transport.hasBody) return new Blob([]).stream();
    if (this.#streamed) throw new Error('the body is already being streamed');
    this.#streamed = true;
    return this.#transport.stream(this.#limit, this.#time);
  }

  /** The source of the body, to wrap it. Throws if the body has been read, because a source can be read only once. */
  get source(): BodySource {
    if (this.#bytes === undefined && !this.#streamed) return this.#transport;
    throw new Error(
      'a filter has read the body: apply decompression() and idempotency() before filters that read the body',
    );
  }

  /** Replaces the size limit, for a body that is not buffered in memory. */
  raiseLimit(limit: number): void {
    this.#limit = limit;
  }
}
