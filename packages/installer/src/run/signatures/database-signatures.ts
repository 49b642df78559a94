import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../context.ts';

const FOLDER = 'signatures';

/**
 * Stores a package's signature from its database entry, if the entry contains one. A value that is not
 * canonical Base64 is replaced by an empty file, which gpgv rejects.
 */
export async function storeDatabaseSignature(
  file: string,
  values: readonly string[] | undefined,
  { roots }: Pick<RunContext, 'roots'>,
): Promise<void> {
  if (values === undefined) return;
  const encoded = values.join('\n');
  const signature = Buffer.from(encoded, 'base64');
  await mkdir(join(roots.scratch, FOLDER), { recursive: true });
  await writeFile(
    join(roots.scratch, FOLDER, `${file}.sig`),
    signature.toString('base64') === encoded ? signature : '',
  );
}

/**
 * Returns the path of a signature from the database, beginning with `{scratch}`; undefined if the database contains
 * none. If the database contains a signature, pacman ignores the signature file in the cache.
 */
export async function databaseSignature(
  file: string,
  { roots }: Pick<RunContext, 'roots'>,
): Promise<string | undefined> {
  const path = join(FOLDER, `${file}.sig`);
  return access(join(roots.scratch, path)).then(
    () => `{scratch}/${path}`,
    () => undefined,
  );
}
