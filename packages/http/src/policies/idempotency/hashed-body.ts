import { createHash, type Hash } from 'node:crypto';
import type { BodySource } from '../../exchange/body.ts';
import { mapMaybe } from '../../internal/thenable.ts';
import type { IdempotentResponse } from './idempotency-store.ts';

/**
 * Digest and size of the part of a request's body that was read, and whether this was the whole body. The body of a
 * repeated request must match it.
 */
type Payload = Pick<IdempotentResponse, 'payload' | 'payloadSize' | 'isWhole'>;

/**
 * A request body whose digest is computed while the handler reads it. It is neither buffered nor read in advance, so
 * that handlers can stream bodies of any size.
 */
export class HashedBody implements BodySource {
  readonly hasBody: boolean;
  readonly #source: BodySource;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;
  #isWhole: boolean;
  #hasFailed = false;

  constructor(source: BodySource) {
    this.#source = source;
    this.hasBody = source.hasBody;
    this.#isWhole = !source.hasBody;
  }

  get isDecoded(): boolean {
    return this.#source.isDecoded ?? false;
  }

  header(name: string): string | undefined {
    return this.#source.header(name);
  }

  bytes(limit: number, time: number): Uint8Array | Promise<Uint8Array> {
    // Reset at the end, because the source may throw, reject, or still be waiting when the response is sent.
    this.#hasFailed = true;
    return mapMaybe(this.#source.bytes(limit, time), (bytes) => {
      this.#add(bytes);
      this.#isWhole = true;
      this.#hasFailed = false;
      return bytes;
    });
  }

  stream(limit: number, time: number): ReadableStream<Uint8Array> {
    const reader = this.#source.stream(limit, time).getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (done) {
              this.#isWhole = true;
              controller.close();
              return;
            }
            this.#add(value);
            controller.enqueue(value);
          } catch (error) {
            this.#hasFailed = true;
            controller.error(error);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  #add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#size += bytes.byteLength;
  }

  /**
   * The digest and size of the part that has been read so far; undefined while `bytes` is pending or if reading has
   * failed, because the digest is then unknown.
   */
  get payload(): Payload | undefined {
    if (this.#hasFailed) return undefined;
    return {
      payload: this.#hash.copy().digest('base64url'),
      payloadSize: this.#size,
      isWhole: this.#isWhole,
    };
  }

  /**
   * Reads the body and compares it with that of an earlier request, up to the point to which the handler of the earlier
   * request read it. Resolves with true if they are equal. Reads no more than this comparison needs.
   */
  async equals({ payload, payloadSize, isWhole }: Payload, time: number): Promise<boolean> {
    const hash = createHash('sha256');
    let size = 0;
    if (this.hasBody) {
      // No limit is set here: the loop ends after the size of the earlier body, which may exceed the default limit.
      const reader = this.#source.stream(Number.MAX_SAFE_INTEGER, time).getReader();
      while (isWhole ? size <= payloadSize : size < payloadSize) {
        const { done, value } = await reader.read();
        if (done) break;
        const part = isWhole ? value : value.subarray(0, payloadSize - size);
        hash.update(part);
        size += part.byteLength;
      }
      reader.cancel().catch(() => {});
    }
    return size === payloadSize && hash.digest('base64url') === payload;
  }
}
