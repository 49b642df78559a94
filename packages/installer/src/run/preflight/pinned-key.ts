import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Returns the folder that records the keys created when this user built mirrors (tools/mirror). It contains one file
 * for each key, with the fingerprint as its name and content.
 */
export function pinnedKeyFolder({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv = process.env): string {
  const own = process.geteuid?.() === 0 ? '/var/lib' : join(homedir(), '.local/state');
  return join(isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : own, 'writ/mirror-keys');
}

/**
 * Describes why a key is not trusted; returns undefined if the key was created when this user built a mirror. Only a
 * file that no other user can have created or changed counts: a regular file of this user with mode 0600 (or
 * fewer permissions) and a single hard link, in a folder to which only this user may write.
 */
export async function describeUntrustedKey(
  fingerprint: string,
  folder: string = pinnedKeyFolder(),
): Promise<string | undefined> {
  const path = join(folder, fingerprint);
  let file: FileHandle;
  try {
    // Non-blocking, because the path may be a pipe.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return "it was not created by one of this user's mirror builds";
    return code === 'ELOOP' ? `${path} is a symbolic link` : `${path} cannot be read: ${message}`;
  }
  await using handle = file;
  const above = await lstat(folder);
  if (above.isSymbolicLink()) return `${folder} is a symbolic link`;
  const found = await handle.stat();
  if (!found.isFile()) return `${path} is not a regular file`;
  return (
    describeWrongOwner(folder, above, 0o022) ??
    describeWrongOwner(path, found, 0o177) ??
    (found.nlink > 1 ? `${path} has more than one hard link` : undefined) ??
    (await describeWrongContent(path, handle, fingerprint))
  );
}

function describeWrongOwner(
  path: string,
  { uid, mode }: { readonly uid: number; readonly mode: number },
  forbidden: number,
): string | undefined {
  const user = process.geteuid?.() ?? uid;
  if (uid !== user) return `${path} is owned by user ${uid} instead of ${user}`;
  if ((mode & forbidden) === 0) return undefined;
  const has = (mode & 0o777).toString(8).padStart(4, '0');
  return `${path} has mode ${has} instead of ${(mode & 0o777 & ~forbidden).toString(8).padStart(4, '0')}`;
}

async function describeWrongContent(
  path: string,
  handle: FileHandle,
  fingerprint: string,
): Promise<string | undefined> {
  const expected = Buffer.from(`${fingerprint}\n`);
  // One byte more than expected, to detect a longer file.
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(expected.length + 1),
    0,
    expected.length + 1,
    0,
  );
  return buffer.subarray(0, bytesRead).equals(expected)
    ? undefined
    : `${path} does not contain its fingerprint`;
}
