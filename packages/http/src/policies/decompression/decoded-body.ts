import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebReadable } from 'node:stream/web';
import { HttpError } from '../../errors/http-error.ts';
import type { BodySource } from '../../exchange/body.ts';
import { collectBytes, limitStream } from '../../exchange/collect-bytes.ts';
import type { Chunks } from '../../protocol/chunks.ts';
import { createDecoder, type RequestCoding } from './decoders.ts';

/** Size in bytes up to which the ratio is not limited, because short bodies can be very repetitive. */
const UNLIMITED_RATIO = 64 * 1024;

interface Client {
  readonly transport: { onGone(listener: () => void): void };
}

/** A request body that is decompressed while it is being read. */
export class DecodedBody implements BodySource {
  readonly hasBody: boolean;
  readonly isDecoded = true;
  readonly #source: BodySource;
  readonly #coding: RequestCoding;
  readonly #maxRatio: number;
  readonly #client: Client;

  constructor(source: BodySource, coding: RequestCoding, maxRatio: number, client: Client) {
    this.hasBody = source.hasBody;
    this.#source = source;
    this.#coding = coding;
    this.#maxRatio = maxRatio;
    this.#client = client;
  }

  /** Omits `Content-Length`, because the length of the decompressed body is unknown. */
  header(name: string): string | undefined {
    return name === 'content-length' ? undefined : this.#source.header(name);
  }

  bytes(limit: number, time: number): Promise<Uint8Array> {
    return collectBytes(this.stream(limit, time));
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    return limitStream(this.#decode(limit, time), limit, time, (listener) =>
      this.#client.transport.onGone(listener),
    );
  }

  /** Returns the decompressed chunks. The size limit also applies to the compressed body. */
  #decode(limit: number, time: number): Chunks<Uint8Array> {
    let [received, decoded] = [0, 0];
    const compressed = Readable.fromWeb(this.#source.stream(limit, time) as WebReadable<Uint8Array>);
    compressed.on('data', (chunk: Uint8Array) => (received += chunk.byteLength));
    const decoder = pipeline(compressed, createDecoder(this.#coding), () => {});
    const iterator = (decoder as Readable).iterator() as AsyncIterator<Uint8Array>;
    return {
      next: async () => {
        const next = await iterator.next().catch((error: unknown) => {
          throw this.#toHttpError(error);
        });
        if (next.done === true) return next;
        decoded += next.value.byteLength;
        if (decoded > UNLIMITED_RATIO && decoded > received * this.#maxRatio) {
          throw new HttpError(
            'body-too-large',
            `the decompressed body is more than ${this.#maxRatio} times as large as the compressed one`,
          );
        }
        return next;
      },
      stop: () => void decoder.destroy(),
    };
  }

  /**
   * Converts a decoder error to `HttpError` 400. Leaves other errors unchanged, such as an exceeded limit or a
   * disconnected client.
   */
  #toHttpError(error: unknown): unknown {
    const { code } = error as { readonly code?: unknown };
    const isOfDecoder =
      !(error instanceof HttpError) && typeof code === 'string' && /^(?:Z_|ZSTD|ERR_)/.test(code);
    if (!isOfDecoder) return error;
    return new HttpError('bad-request', { detail: `the body is not valid ${this.#coding}`, cause: error });
  }
}
