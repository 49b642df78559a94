import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { NamedText } from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { describeReadError } from './file-errors.ts';

/**
 * The number of bytes to read: one more than the configuration limit, so that the check can report a longer
 * configuration.
 */
const MAX_BYTES = 2 ** 20 + 1;
/** Milliseconds to read a URL, with all redirects. */
const RESPONSE_LIMIT = 30_000;

/**
 * Reads a file, an https URL, or standard input for `-`.
 *
 * @throws UsageError if it cannot be read
 */
export async function readInput(name: string): Promise<NamedText> {
  if (/^[a-z]+:\/\//i.test(name)) return { file: stripQuery(name), text: await readAddress(name) };
  const file = name === '-' ? 'standard input' : name;
  try {
    return { file, text: await readStart(name === '-' ? process.stdin : createReadStream(name)) };
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${describeReadError(error)}`);
  }
}

/**
 * Reads a facts file. `here`, which means the facts of this machine, is returned unchanged.
 *
 * @throws UsageError if it cannot be read
 */
export async function readFacts(name: string): Promise<NamedText | 'here'> {
  return name === 'here' ? 'here' : readInput(name);
}

/** Reads a stream up to the limit, because it may be endless. */
async function readStart(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

/** Returns a URL for messages, without its query and fragment, which may contain a key. */
function stripQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? '';
}

const MAX_REDIRECTS = 5;

/** Fetches a URL and follows redirects, all of which must use https: over http, an attacker could change the response. */
async function fetchHttps(
  address: URL,
  signal: AbortSignal,
  left: number = MAX_REDIRECTS,
): Promise<Response> {
  const response = await fetch(address, { signal, redirect: 'manual' });
  const next = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || next === null) return response;
  await response.body?.cancel();
  if (left === 0) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
  if (!URL.canParse(next, address)) throw new Error('it redirects to an invalid URL');
  const target = new URL(next, address);
  if (target.protocol !== 'https:') throw new Error('it redirects to a URL that does not use https');
  return fetchHttps(target, signal, left - 1);
}

/**
 * Reads an http or https URL whose content has a known SHA-256 digest. The digest protects the content, so redirects to
 * http URLs are followed.
 *
 * @param sha256 64 hexadecimal digits in lower case
 * @throws UsageError if it cannot be read, or has another digest
 */
export async function readPinned(url: string, sha256: string): Promise<Uint8Array> {
  const shown = stripQuery(url);
  const content = await readResponse(shown, (signal) => fetch(url, { signal }));
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest === sha256) return content;
  throw new UsageError(`${shown} has the SHA-256 digest ${digest} instead of ${sha256}`);
}

async function readAddress(name: string): Promise<Uint8Array> {
  if (/^[^/]*:\/+[^/?#]*@/.test(name)) {
    throw new UsageError('a URL must not contain a user name or password, because it appears in logs');
  }
  const shown = stripQuery(name);
  if (!URL.canParse(name)) throw new UsageError(`invalid URL ${shown}`);
  const address = new URL(name);
  if (address.protocol !== 'https:') {
    throw new UsageError('unsupported URL: pass a file or an https URL');
  }
  return readResponse(shown, (signal) => fetchHttps(address, signal));
}

/** @throws UsageError */
async function readResponse(
  shown: string,
  request: (signal: AbortSignal) => Promise<Response>,
): Promise<Uint8Array> {
  try {
    const response = await request(AbortSignal.timeout(RESPONSE_LIMIT));
    if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
    return response.body === null ? new Uint8Array() : await readStart(response.body);
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UsageError(`cannot read ${shown}: ${cause instanceof Error ? cause.message : message}`);
  }
}
