import { bodyTooLarge, bodyTooSlow } from '../errors/body-errors.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';

/** Buffers a whole body in memory. */
export async function collectBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const chunks = chunksOf(body) as Chunks<Uint8Array>;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
  return concatBytes(parts);
}

/**
 * Concatenates chunks into a plain `Uint8Array`, because handlers should receive the same kind of object on every
 * transport, and a Buffer has a different `slice` method and JSON form.
 */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  return plainBytes(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
}

export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Creates a stream of the chunks. The stream fails with 413 after `limit` bytes, with 408 after `time` ms, and with an
 * error if the client disconnects. If the stream fails, it stops the source.
 */
export function limitStream(
  chunks: Chunks<Uint8Array>,
  limit: number,
  time: number,
  onGone: (listener: () => void) => void,
): ReadableStream<Uint8Array> {
  let length = 0;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (): void => {
    over = true;
    clearTimeout(timer);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: Error): void => {
          if (over) return;
          finish();
          chunks.stop();
          controller.error(error);
        };
        timer = setTimeout(() => fail(bodyTooSlow(time)), time);
        onGone(() => fail(new Error('the client disconnected while sending the body')));
      },
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (over) return;
          if (next.done) {
            finish();
            controller.close();
            return;
          }
          length += next.value.byteLength;
          if (length > limit) throw bodyTooLarge(limit);
          controller.enqueue(next.value);
        } catch (error) {
          finish();
          chunks.stop();
          controller.error(error);
        }
      },
      cancel() {
        finish();
        chunks.stop();
      },
    },
    { highWaterMark: 0 },
  );
}
