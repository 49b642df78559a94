import { HttpError } from '../../errors/http-error.ts';
import type { RoutingContext } from '../../contract/context.ts';
import type { Chunks } from '../../protocol/chunks.ts';
import { pump } from '../pump.ts';
import type { LocatedFile } from './locate.ts';
import type { ByteRange } from '../../protocol/range.ts';

/** Number of bytes per read. A part of at most this size is sent in one piece, after the file is closed. */
export const CHUNK_SIZE: number = 64 * 1024;

/** Reads a small part. Rejects with an `HttpError` with status 503 if the file has become shorter. */
export async function readPart({ handle }: LocatedFile, { start, length }: ByteRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const bytesRead = await handle.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new HttpError('unavailable', 'the file changed while it was read');
    done += bytesRead;
  }
  return bytes;
}

/**
 * Frees bytes that {@link readPart} has returned and that nothing uses any more. Otherwise, V8 would collect all garbage
 * whenever 64 MB of such bytes have accumulated, which takes more time than sending them (docs/performance.md).
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // Small buffers share their memory.
  const isWhole = buffer.byteLength === byteLength && buffer instanceof ArrayBuffer;
  if (isWhole && !buffer.detached) buffer.transfer(0);
}

/** A piece of a response: bytes, or a range of the file. */
export type Piece = Uint8Array | ByteRange;

/**
 * Sends the pieces as fast as the client reads. If the request is cancelled or the file changes, rejects, so that the
 * response is aborted: a mixture of two versions must not look complete.
 */
export async function sendPieces(
  context: RoutingContext,
  located: LocatedFile,
  pieces: readonly Piece[],
): Promise<void> {
  const chunks = readPieces(located, pieces);
  const source: Chunks<Uint8Array> = { next: () => chunks.next(), stop: () => {} };
  const end = await pump(context, source, (chunk) => chunk);
  if (end === 'cancelled') throw context.signal.reason;
}

async function* readPieces(located: LocatedFile, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      yield piece;
      continue;
    }
    const { start, length } = piece;
    for (let done = 0; done < length;) {
      const size = Math.min(CHUNK_SIZE, length - done);
      const buffer = Buffer.allocUnsafe(size);
      const bytesRead = await located.handle.read(buffer, 0, size, start + done);
      done += bytesRead;
      if (bytesRead === 0 || (done === length && (await isChanged(located)))) {
        throw new Error('the file changed while it was sent');
      }
      yield buffer.subarray(0, bytesRead);
    }
  }
}

async function isChanged({ handle, size, modified }: LocatedFile): Promise<boolean> {
  const now = await handle.stat();
  return Number(now.size) !== size || now.mtimeNs !== modified;
}
