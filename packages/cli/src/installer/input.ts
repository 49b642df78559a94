import { createReadStream } from 'node:fs';
import type { NamedText } from '@writ/installer';

/** Wrong usage: said in one line, with exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** More than a configuration may have, so that the check itself says that it is too long; no more is read. */
const MOST_BYTES = 2 ** 20 + 1;
const ANSWER_LIMIT = 30_000;

/**
 * A file, `-` for standard input, or an https address.
 *
 * @throws UsageError when there is nothing to read
 */
export async function inputFrom(name: string): Promise<NamedText> {
  if (/^[a-z]+:\/\//i.test(name)) return { file: name, text: await fetched(name) };
  const file = name === '-' ? 'standard input' : name;
  try {
    return { file, text: await beginOf(name === '-' ? process.stdin : createReadStream(name)) };
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${readingFault(error)}`);
  }
}

/** Why a file could not be read, in words. */
export function readingFault(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

/** What a stream gives, up to the limit: it may have no end. */
async function beginOf(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

async function fetched(name: string): Promise<Uint8Array> {
  if (!URL.canParse(name)) throw new UsageError(`${name} is no address`);
  const address = new URL(name);
  if (address.protocol !== 'https:') {
    throw new UsageError('a configuration is read from files and https addresses only');
  }
  if (address.username !== '' || address.password !== '') {
    throw new UsageError('an address with a user name or password is not read: it would stand in every log');
  }
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    if (!response.url.startsWith('https:')) throw new Error('it leads to an address without https');
    return response.body === null ? new Uint8Array() : await beginOf(response.body);
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UsageError(`cannot read ${name}: ${cause instanceof Error ? cause.message : message}`);
  }
}
