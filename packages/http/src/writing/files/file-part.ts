import { HttpError } from '../../errors/http-error.ts';
import type { RoutingContext } from '../../contract/context.ts';
import { pump } from '../pump.ts';
import type { LocatedFile } from './locate.ts';
import type { ByteRange } from '../../protocol/range.ts';

/** What is read at once; a part that is no longer is sent as a whole, with its file closed already. */
export const CHUNK_SIZE: number = 64 * 1024;

/** The whole of a small part. Fails with `HttpError` 503 when the file has become shorter. */
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
 * Sends a part as fast as the client takes it. Fails, which breaks the response off, when the request is cancelled, and
 * when the file changes meanwhile: what came together from two states must not look whole.
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
