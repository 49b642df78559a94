import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DebianPackage } from './debian.ts';
import { trees } from './stage.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

/** What a mirror is made of besides Debian's packages: recipes, the code that follows them, the files they bring. */
export async function digestOfSource(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [source, trees]) {
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

/** Names a mirror: the same for the same source and the same Debian packages, in any order. */
export function keyOf(sourceDigest: string, packages: readonly DebianPackage[]): string {
  const files = packages.map(({ file }) => file).toSorted();
  return createHash('sha256')
    .update([sourceDigest, ...files].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
