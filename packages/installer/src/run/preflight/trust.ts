import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Diagnostic, Secret } from '@writ/diagnostics';
import { refusal } from '../../refusal.ts';
import { loginHeaders } from './login.ts';

/** Whose signatures count in an installation. */
export type Trust =
  /** The distribution's own keys, as this machine's keyring package brings them. Its databases are not signed. */
  | { readonly kind: 'distribution' }
  /** One key that a mirror on this machine shows; its databases must be signed. */
  | { readonly kind: 'mirror'; readonly fingerprint: string; readonly key: Uint8Array };

const KEY = 'writ-mirror.gpg';
const FINGERPRINT = 'writ-mirror.fingerprint';
const ANSWER_LIMIT = 10_000;
const LARGEST_KEY = 1024 * 1024;

/**
 * A mirror may name the key to trust only when it is this machine's own: whoever can answer on the loopback or
 * write a local file owns the machine already. All addresses must be such ones, and those that answer agree.
 *
 * @param leave told of each that does not answer when another one does: it is not to be used
 */
export async function trustOf(
  mirrors: readonly string[],
  signal: AbortSignal | undefined,
  secrets: ReadonlyMap<string, Secret> = new Map(),
  leave: (mirror: string, reason: string) => void = () => {},
): Promise<Trust | Diagnostic> {
  if (!mirrors.every(isLocal)) return { kind: 'distribution' };
  const found: (Extract<Trust, { kind: 'mirror' }> | undefined)[] = [];
  const silent: (readonly [mirror: string, reason: string])[] = [];
  for (const mirror of mirrors) {
    try {
      found.push(await keyOf(mirror, loginHeaders(mirror, secrets), signal));
    } catch (error) {
      silent.push([mirror, reasonOf(error)]);
    }
  }
  if (found.length === 0) {
    const words = silent.map(([mirror, reason]) => `${mirror} does not answer: ${reason}`);
    return refusal('mirror-unusable', words.join('; '), {
      hint: 'start the mirror (writ demo-mirror starts the demonstration mirror) or name another one with --mirror',
    });
  }
  for (const [mirror, reason] of silent) leave(mirror, reason);
  const [first] = found;
  if (found.some((key) => key?.fingerprint !== first?.fingerprint)) {
    return refusal('mirror-key', 'the local mirrors are signed with different keys', {
      hint: 'install from one of them',
    });
  }
  return first ?? { kind: 'distribution' };
}

/** On the loopback or in a file of this machine. */
export function isLocal(mirror: string): boolean {
  if (!URL.canParse(mirror)) return false;
  const { protocol, hostname } = new URL(mirror);
  if (protocol === 'file:') return true;
  const name = hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

async function keyOf(
  mirror: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Extract<Trust, { kind: 'mirror' }> | undefined> {
  const root = mirror.split('/$repo', 1)[0] ?? mirror;
  const text = await contentOf(`${root}/${FINGERPRINT}`, headers, signal);
  const key = await contentOf(`${root}/${KEY}`, headers, signal);
  if (text === undefined || key === undefined) return undefined;
  const fingerprint = Buffer.from(text).toString('latin1').trim();
  if (!/^[0-9A-F]{40}$/.test(fingerprint)) {
    throw new Error(`${FINGERPRINT} does not hold 40 upper-case hexadecimal digits`);
  }
  return { kind: 'mirror', fingerprint, key };
}

/** Undefined when there is no such file. */
async function contentOf(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  if (address.startsWith('file:')) {
    try {
      return await readFile(fileURLToPath(address));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
  const limit = AbortSignal.timeout(ANSWER_LIMIT);
  const response = await fetch(address, {
    headers,
    redirect: 'error',
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const bytes = await response.bytes();
  if (bytes.length > LARGEST_KEY) throw new Error(`${address} is no key: it has ${bytes.length} bytes`);
  return bytes;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
