import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Time limit for one file, in milliseconds. */
const ANSWER_LIMIT = 10_000;

/** Options for reading a small file from a mirror. */
export interface MirrorFileOptions {
  /** Size limit in bytes. A larger file is an error, and its remainder is not read. */
  readonly limit: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a small file from a mirror; returns undefined if the file does not exist.
 *
 * @throws Error if the file cannot be read or is too large
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

/** Reads at most one byte more than the limit. */
async function readFileStart(path: string, limit: number): Promise<Uint8Array | undefined> {
  let file: FileHandle;
  try {
    // Non-blocking, because the path may be a pipe.
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
    throw new Error(`${address} responded with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit + 1);
}
