import { copyFile, cp, mkdir, symlink, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recipe } from '../recipes/recipe.ts';
import { unpackDebian } from './debian.ts';
import { run } from './process.ts';

/** Folder of the project's own files, with a subfolder for each package. */
export const treesFolder: string = fileURLToPath(new URL('../../trees', import.meta.url));

/** Collects a package's files: first Debian's, then the project's own. */
export async function fillStage(
  recipe: Recipe,
  folder: string,
  debs: readonly string[],
  without: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const excluded = [...without, ...(recipe.without ?? [])];
  for (const deb of debs) await unpackDebian(deb, folder, excluded, signal);
  for (const path of recipe.folders ?? []) await mkdir(join(folder, path), { recursive: true });
  for (const [to, from] of Object.entries(recipe.copies ?? {})) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(join(folder, from), join(folder, to));
  }
  for (const tree of recipe.trees ?? []) await cp(join(treesFolder, tree), folder, { recursive: true });
  for (const [path, target] of Object.entries(recipe.links ?? {})) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rm(join(folder, path), { force: true });
    await symlink(target, join(folder, path));
  }
  await recipe.finish?.({ folder, run: (...argv) => run(argv, { cwd: folder, signal }) });
}
