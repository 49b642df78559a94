import { tooLarge, tooSlow } from '../errors/too-large.ts';
import { chunksOf, type Chunks } from './chunks.ts';

/** The whole of a web stream, under a limit of bytes and of time (ms). */
export async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  time: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of limited(chunksOf(stream) as Chunks<Uint8Array>, limit, time)) parts.push(part);
  return join(parts);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** The chunks as a stream that fails with 413 past `limit` bytes and with 408 past `time` ms, and then stops its source. */
export function limited(chunks: Chunks<Uint8Array>, limit: number, time: number): ReadableStream<Uint8Array> {
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    chunks.stop();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          chunks.stop();
          controller.error(tooSlow(time));
        }, time);
      },
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done) {
            clearTimeout(timer);
            controller.close();
            return;
          }
          length += next.value.byteLength;
          if (length > limit) {
            stop();
            controller.error(tooLarge(limit));
          } else {
            controller.enqueue(next.value);
          }
        } catch (error) {
          stop();
          controller.error(error);
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
