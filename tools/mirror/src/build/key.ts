import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DebianPackage } from './debian.ts';
import { treesFolder } from './stage.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the digest of all inputs of a mirror except Debian's packages: recipes, code and the files of
 * `trees/`.
 */
export async function digestSource(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [source, treesFolder]) {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = found
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.toSorted()) {
      hash
        .update(`${path.slice(folder.length)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** Returns the key of a mirror, which is the same for the same source and Debian packages in any order. */
export function mirrorKey(sourceDigest: string, packages: readonly DebianPackage[]): string {
  const files = packages.map(({ file }) => file).toSorted();
  return createHash('sha256')
    .update([sourceDigest, ...files].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
