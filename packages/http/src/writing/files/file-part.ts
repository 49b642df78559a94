import { HttpError } from '../../errors/http-error.ts';
import type { RoutingContext } from '../../contract/context.ts';
import { pump } from '../pump.ts';
import type { LocatedFile } from './locate.ts';
import type { ByteRange } from '../../protocol/range.ts';

/** Number of bytes per read. A part of at most this size is sent in one piece, after its file is closed. */
export const CHUNK_SIZE: number = 64 * 1024;

/** Reads a small part. Rejects with `HttpError` 503 if the file has become shorter. */
export async function readPart({ handle }: LocatedFile, { start, length }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new HttpError('unavailable', 'the file changed while it was read');
    done += bytesRead;
  }
  return bytes;
}

/**
 * Sends a part as fast as the client reads. Rejects, which aborts the response, if the request is cancelled or the file
 * changes, because a mixture of two versions must not look complete.
 */
export async function sendPart(
  context: RoutingContext,
  located: LocatedFile,
  part: ByteRange,
): Promise<void> {
  const { start, length } = part;
  let done = 0;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (done === length) return { done: true, value: undefined };
    const size = Math.min(CHUNK_SIZE, length - done);
    const { bytesRead, buffer } = await located.handle.read(Buffer.allocUnsafe(size), 0, size, start + done);
    done += bytesRead;
    if (bytesRead === 0 || (done === length && (await isChanged(located)))) {
      throw new Error('the file changed while it was sent');
    }
    return { done: false, value: buffer.subarray(0, bytesRead) };
  };
  const end = await pump(context, { next, stop: () => {} }, (chunk) => chunk);
  if (end === 'cancelled') throw context.signal.reason;
}

async function isChanged({ handle, size, modified }: LocatedFile): Promise<boolean> {
  const now = await handle.stat({ bigint: true });
  return Number(now.size) !== size || now.mtimeNs !== modified;
}
