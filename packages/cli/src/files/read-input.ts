import { createReadStream } from 'node:fs';
import type { NamedText } from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { describeReadError } from './file-errors.ts';

/** More than a configuration may have, so that the check itself says that it is too long; no more is read. */
const MAX_BYTES = 2 ** 20 + 1;
const RESPONSE_LIMIT = 30_000;

/**
 * A file, `-` for standard input, or an https address.
 *
 * @throws UsageError when there is nothing to read
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
 * The facts of a machine: of this one, or of a file.
 *
 * @throws UsageError when there is nothing to read
 */
export async function readFacts(name: string): Promise<NamedText | 'here'> {
  return name === 'here' ? 'here' : readInput(name);
}

/** What a stream gives, up to the limit: it may have no end. */
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

/** An address as it may be told: behind a question mark there may be a key. */
function stripQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? '';
}

const MAX_REDIRECTS = 5;

/** Where a chain of redirections ends. No step of it leaves https, or anybody on the way could say where it ends. */
async function fetchHttps(
  address: URL,
  signal: AbortSignal,
  left: number = MAX_REDIRECTS,
): Promise<Response> {
  const response = await fetch(address, { signal, redirect: 'manual' });
  const next = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || next === null) return response;
  await response.body?.cancel();
  if (left === 0) throw new Error(`it leads on and on, more than ${MAX_REDIRECTS} times`);
  if (!URL.canParse(next, address)) throw new Error('it leads to something that is no address');
  const target = new URL(next, address);
  if (target.protocol !== 'https:') throw new Error('it leads to an address without https');
  return fetchHttps(target, signal, left - 1);
}

async function readAddress(name: string): Promise<Uint8Array> {
  if (/^[^/]*:\/+[^/?#]*@/.test(name)) {
    throw new UsageError('an address with a user name or password is not read: it would stand in every log');
  }
  const told = stripQuery(name);
  if (!URL.canParse(name)) throw new UsageError(`${told} is no address`);
  const address = new URL(name);
  if (address.protocol !== 'https:') {
    throw new UsageError('a configuration is read from files and https addresses only');
  }
  try {
    const response = await fetchHttps(address, AbortSignal.timeout(RESPONSE_LIMIT));
    if (!response.ok) throw new Error(`the server responded with ${response.status}`);
    return response.body === null ? new Uint8Array() : await readStart(response.body);
  } catch (error) {
    const { cause, message } = error as Error;
    throw new UsageError(`cannot read ${told}: ${cause instanceof Error ? cause.message : message}`);
  }
}
