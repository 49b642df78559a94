import { isIPv4 } from 'node:net';
import { phrase, type Diagnostic, type Secret } from '@writ/diagnostics';
import { refusal } from '../../finding-codes.ts';
import { loginHeaders } from './login.ts';
import { readMirrorFile } from './mirror-file.ts';
import { describeUntrustedKey, pinnedKeyFolder } from './pinned-key.ts';
import { term } from '../../terms.ts';

/** The keys that an installation trusts. */
export type Trust =
  /**
   * The distribution's keys, from this machine's keyring package. The distribution's databases are not
   * signed.
   */
  | { readonly kind: 'distribution' }
  /** The key of a local mirror that this user built; the mirror's databases must be signed. */
  | { readonly kind: 'mirror'; readonly fingerprint: string; readonly key: Uint8Array };

const KEY_FILE = 'writ-mirror.gpg';
const FINGERPRINT_FILE = 'writ-mirror.fingerprint';
/** Size limit in bytes. A fingerprint has 40 digits and may be followed by whitespace. */
const MAXIMUM_FINGERPRINT_SIZE = 64;
/** Size limit in bytes. A 4096-bit key is about 3,000 bytes long. */
const MAXIMUM_KEY_SIZE = 64 * 1024;

/** Options for resolving trust. */
export interface TrustOptions {
  readonly signal?: AbortSignal | undefined;
  readonly secrets?: ReadonlyMap<string, Secret>;
  /**
   * Called for each unreachable mirror if another mirror responds. The run must not use an unreachable
   * mirror.
   */
  readonly onUnreachable?: (mirror: string, reason: string) => void;
  /** Folder that records the keys that this user's mirror builds created. */
  readonly pins?: string;
}

/**
 * Resolves the trusted keys. A mirror's own key is trusted only if the mirror is local and this user's mirror
 * build created the key, because any local user may listen on the loopback interface. All mirrors must then
 * be local, and all reachable mirrors must have the same key.
 */
export async function resolveTrust(
  mirrors: readonly string[],
  { signal, secrets = new Map(), onUnreachable = () => {}, pins = pinnedKeyFolder() }: TrustOptions = {},
): Promise<Trust | Diagnostic> {
  if (!mirrors.every(isLocal)) return { kind: 'distribution' };
  const keys: (ShownKey | undefined)[] = [];
  const unreachable: (readonly [mirror: string, reason: string])[] = [];
  for (const mirror of mirrors) {
    try {
      keys.push(await readMirrorKey(mirror, loginHeaders(mirror, secrets), signal));
    } catch (error) {
      unreachable.push([mirror, describeFetchError(error)]);
    }
  }
  if (keys.length === 0) {
    const reasons = unreachable.map(([mirror, reason]) => `${mirror} does not respond: ${reason}`);
    return refusal('mirror-unusable', reasons.join('; '), {
      hint: phrase`start the mirror ("writ demo-mirror" starts the demonstration mirror), or pass another one with ${term('mirror')}`,
    });
  }
  for (const [mirror, reason] of unreachable) onUnreachable(mirror, reason);
  const [first] = keys;
  if (keys.some((key) => key?.fingerprint !== first?.fingerprint)) {
    return refusal('mirror-key', 'the local mirrors are signed with different keys', {
      hint: 'use only one of them',
    });
  }
  if (first === undefined) return { kind: 'distribution' };
  const fault = await describeUntrustedKey(first.fingerprint, pins);
  if (fault === undefined) return { kind: 'mirror', fingerprint: first.fingerprint, key: first.key };
  return refusal('mirror-key', `the key ${first.fingerprint} of ${first.mirror} is not trusted: ${fault}`, {
    hint: phrase`run "writ demo-mirror" as the installing user, or pass another mirror with ${term('mirror')}`,
  });
}

/** A mirror's key, trusted or not. */
interface ShownKey {
  readonly mirror: string;
  readonly fingerprint: string;
  readonly key: Uint8Array;
}

/** True for an address on the loopback interface, and for a file URL. */
export function isLocal(mirror: string): boolean {
  if (!URL.canParse(mirror)) return false;
  const { protocol, hostname } = new URL(mirror);
  if (protocol === 'file:') return true;
  const name = hostname.replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

async function readMirrorKey(
  mirror: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<ShownKey | undefined> {
  const root = mirror.split('/$repo', 1)[0] ?? mirror;
  const read = (file: string, most: number): ReturnType<typeof readMirrorFile> =>
    readMirrorFile(`${root}/${file}`, { limit: most, headers, signal });
  const written = await read(FINGERPRINT_FILE, MAXIMUM_FINGERPRINT_SIZE);
  const key = await read(KEY_FILE, MAXIMUM_KEY_SIZE);
  if (written === undefined || key === undefined) return undefined;
  const fingerprint = Buffer.from(written).toString('latin1').trim();
  if (!/^[0-9A-F]{40}$/.test(fingerprint)) {
    throw new Error(`${FINGERPRINT_FILE} does not contain 40 upper-case hexadecimal digits`);
  }
  return { mirror, fingerprint, key };
}

/** Describes an error of `fetch`, whose cause is more specific than its message. */
export function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
