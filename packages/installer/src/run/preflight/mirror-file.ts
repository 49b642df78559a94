import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Milliseconds for one small file. */
const ANSWER_LIMIT = 10_000;

/** How a small file of a mirror is read. */
export interface MirrorFileOptions {
  /** Bytes; of a larger file no more than these are read, and it is an error. */
  readonly limit: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A small file of a mirror; undefined when there is none.
 *
 * @throws Error when it cannot be read, or is larger than it may be
 */
export async function readMirrorFile(
  address: string,
  options: MirrorFileOptions,
): Promise<Uint8Array | undefined> {
  const content = address.startsWith('file:')
    ? await readFileStart(fileURLToPath(address), options.limit)
    : await readResponseStart(address, options);
  if (content !== undefined && content.length > options.limit) {
    throw new Error(`${address} is larger than ${options.limit.toLocaleString('en')} bytes`);
  }
  return content;
}

/** One byte more than it may have, when it is larger. */
async function readFileStart(path: string, limit: number): Promise<Uint8Array | undefined> {
  let file: FileHandle;
  try {
    // What it names is never waited for: it may be a pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  await using handle = file;
  if (!(await handle.stat()).isFile()) throw new Error(`${path} is not a regular file`);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(limit + 1), 0, limit + 1, 0);
  return buffer.subarray(0, bytesRead);
}

async function readResponseStart(
  address: string,
  { limit, headers = {}, signal }: MirrorFileOptions,
): Promise<Uint8Array | undefined> {
  const timeout = AbortSignal.timeout(ANSWER_LIMIT);
  const response = await fetch(address, {
    headers,
    redirect: 'error',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new Error(`${address} responds with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit + 1);
}
