import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user of this process; only this user's files are trusted. */
const effectiveUser = (): number => process.geteuid?.() ?? 0;

/**
 * Returns the folder that records the keys created when this user built mirrors. It contains one file for each key, with
 * the fingerprint as its name and content. The installer looks for the keys of local mirrors only in this folder. The
 * folder depends neither on `WRIT_CACHE` nor on `WRIT_STATE`, which may differ between building and installing. For root,
 * it does not depend on `HOME` either, because sudo may retain another user's value.
 */
export function pinnedKeyFolder({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv = process.env): string {
  const own = effectiveUser() === 0 ? '/var/lib' : join(homedir(), '.local/state');
  return join(isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : own, 'writ/mirror-keys');
}

/** Pins a key, so that this user's installations trust it. */
export async function pinKey(fingerprint: string, folder: string = pinnedKeyFolder()): Promise<void> {
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

export async function unpinKey(fingerprint: string, folder: string = pinnedKeyFolder()): Promise<void> {
  await rm(join(folder, fingerprint), { force: true });
}

/**
 * True if the key was created when this user built a mirror. A cached mirror with any other key comes from another
 * user.
 */
export async function isPinned(fingerprint: string, folder: string = pinnedKeyFolder()): Promise<boolean> {
  try {
    const found = await lstat(join(folder, fingerprint));
    return found.isFile() && found.uid === effectiveUser() && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
