import { createReadStream } from 'node:fs';
import type { NamedText } from '@writ/installer';

/** Wrong usage: said in one line, with exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** One byte more than a configuration may have: enough for the check to say that it is too long. */
const LARGEST = 1024 * 1024 + 1;
const ANSWER_LIMIT = 30_000;

/**
 * A file, `-` for standard input, or an https address.
 *
 * @throws UsageError when there is nothing to read
 */
export async function inputFrom(name: string): Promise<NamedText> {
  if (name === '-') return { file: 'standard input', text: await beginningOf(process.stdin) };
  if (/^https?:\/\//.test(name)) return { file: name, text: await fetched(name) };
  try {
    return { file: name, text: await beginningOf(createReadStream(name)) };
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${reasons[codeOf(error)] ?? (error as Error).message}`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** The first bytes, however long the rest is. */
async function beginningOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LARGEST) break;
  }
  return Buffer.concat(chunks, Math.min(size, LARGEST));
}

async function fetched(address: string): Promise<Uint8Array> {
  if (!address.startsWith('https://'))
    throw new UsageError('a configuration is read from https addresses only');
  let response: Response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UsageError(`cannot read ${address}: ${cause instanceof Error ? cause.message : message}`);
  }
  if (!response.ok) throw new UsageError(`cannot read ${address}: it answers ${response.status}`);
  return response.body === null ? new Uint8Array() : beginningOf(response.body);
}
