import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's minimum for 16 MiB of memory. With another cost, stored hashes would no longer match. */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 5 };

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(password, salt, 32, COST);
}

/** Hashes a password with scrypt and a random salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Without a stored hash, takes the same time and returns false, so that the duration does not reveal accounts. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [salt, key] = (stored ?? NO_ACCOUNT).split('.').map((part) => Buffer.from(part, 'base64url'));
  const isSame = timingSafeEqual(await derive(password, salt!), key!);
  return isSame && stored !== undefined;
}

const NO_ACCOUNT = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
