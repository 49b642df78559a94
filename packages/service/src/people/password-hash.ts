import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';

/** The cost of a hash: the work is proportional to `2 ** logN * r * p`, and the memory to `2 ** logN * r`. */
export interface HashCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** The cost of new hashes: 32 MiB of memory, and about 0.25 s of processor time. */
export const HASH_COST: HashCost = { logN: 15, r: 8, p: 3 };

const SALT_LENGTH = 16;
const KEY_LENGTH = 32;
/** The limits of a stored hash, so that a changed database cannot occupy the machine. */
const MAX_COST: HashCost = { logN: 17, r: 16, p: 8 };

/** The shortest and the longest password, in characters. */
export const PASSWORD_LENGTH = { min: 12, max: 512 } as const;

/** The rule for passwords, for messages. */
export const passwordRule: string = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`;

/** Whether a password may be set. */
export function isPassword(password: Secret): boolean {
  const { length } = [...password.reveal()];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}

/** Hashes a password with scrypt and a new salt. Returns `$scrypt$ln=15,r=8,p=3$SALT$KEY`, with salt and key in base64. */
export async function hashPassword(password: Secret, cost: HashCost = HASH_COST): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  return formatHash(cost, salt, await deriveKey(password, salt, cost));
}

/** Returns a hash that no known password has. */
export function randomHash(cost: HashCost = HASH_COST): string {
  return formatHash(cost, randomBytes(SALT_LENGTH), randomBytes(KEY_LENGTH));
}

function formatHash({ logN, r, p }: HashCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${encode(salt)}$${encode(key)}`;
}

/**
 * Returns whether a password has this hash. The keys are compared in constant time.
 *
 * @throws {Error} when the hash is damaged
 */
export async function verifyPassword(password: Secret, hash: string): Promise<boolean> {
  const { cost, salt, key } = parseHash(hash);
  return timingSafeEqual(await deriveKey(password, salt, cost), key);
}

/** Whether a string is a hash that {@link hashPassword} has created. */
export function isPasswordHash(text: string): boolean {
  try {
    parseHash(text);
    return true;
  } catch {
    return false;
  }
}

const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

function parseHash(hash: string): { readonly cost: HashCost; readonly salt: Buffer; readonly key: Buffer } {
  const [, logN, r, p, salt = '', key = ''] = HASH.exec(hash) ?? [];
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const isUsable = (['logN', 'r', 'p'] as const).every(
    (name) => cost[name] >= 1 && cost[name] <= MAX_COST[name],
  );
  if (!isUsable) throw new Error('the hash of a password is damaged');
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

/** Derives a key in a thread of Node's pool. The same text in another Unicode form results in the same key. */
function deriveKey(password: Secret, salt: Buffer, { logN, r, p }: HashCost): Promise<Buffer> {
  const N = 2 ** logN;
  const maxmem = 128 * r * (N + p + 2) + 1024 ** 2;
  return new Promise((resolve, reject) => {
    scrypt(password.reveal().normalize('NFKC'), salt, KEY_LENGTH, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
