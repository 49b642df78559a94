import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user of this process; only files of this user count. */
const user = (): number => process.geteuid?.() ?? 0;

/**
 * Folder of the keys that this user's builds made: a file each, named by the fingerprint and holding it. The
 * installer looks here, and nowhere else, for the keys of mirrors on this machine. It depends neither on
 * `WRIT_CACHE` nor on `WRIT_STATE`: who builds and who installs may set them differently. For root it depends on no
 * `HOME` either, which sudo may leave to another user.
 */
export function pinFolder({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv = process.env): string {
  const own = user() === 0 ? '/var/lib' : join(homedir(), '.local/state');
  return join(isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : own, 'writ/mirror-keys');
}

/** Has this user's installations trust a key. */
export async function pinKey(fingerprint: string, folder: string = pinFolder()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, fingerprint);
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(aside, `${fingerprint}\n`, { mode: 0o600, flag: 'wx' });
    await rename(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
}

export async function unpinKey(fingerprint: string, folder: string = pinFolder()): Promise<void> {
  await rm(join(folder, fingerprint), { force: true });
}

/** Whether one of this user's builds made the key: a mirror in the cache with another key was put there by another user. */
export async function isPinned(fingerprint: string, folder: string = pinFolder()): Promise<boolean> {
  try {
    const found = await lstat(join(folder, fingerprint));
    return found.isFile() && found.uid === user() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
