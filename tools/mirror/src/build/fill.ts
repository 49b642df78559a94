import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchesPattern, type Recipe, type RecipeSet } from '../recipes/recipe.ts';
import type { DebianPackage } from './debian.ts';
import { toPackageVersion, packPackage } from './package.ts';
import { makeRepository } from './repository.ts';
import { withSigner, type Signer } from './signer.ts';
import { fillStage } from './stage.ts';

/** File name of the public key in the mirror's root. */
export const KEY_FILE = 'writ-mirror.gpg';

/** File name of the key's fingerprint. */
export const FINGERPRINT_FILE = 'writ-mirror.fingerprint';

export interface FillOptions {
  /** Folder of the Debian packages. */
  readonly downloads: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Builds and signs every package of a set and creates the databases: a complete mirror in the folder `root`
 * inside `aside`.
 *
 * @returns the fingerprint of the key that signed it
 */
export async function fillMirror(
  recipes: RecipeSet,
  debian: readonly DebianPackage[],
  aside: string,
  { downloads, log, signal }: FillOptions,
): Promise<string> {
  const root = join(aside, 'root');
  const folderOf = (repository: string): string => join(root, repository, 'os', 'x86_64');
  const repositories = [...new Set(recipes.recipes.map(({ repository }) => repository))];
  for (const repository of repositories) await mkdir(folderOf(repository), { recursive: true });
  return withSigner(aside, signal, async (signer) => {
    await writeFile(join(root, FINGERPRINT_FILE), `${signer.fingerprint}\n`);
    await signer.exportKey(join(root, KEY_FILE));
    const files = new Map<string, string[]>();
    const contents = Map.groupBy(debian, ({ name }) => ownerOf(name, recipes));
    for (const recipe of recipes.recipes) {
      log(`packing ${recipe.name}`);
      const stage = join(aside, recipe.name);
      const debs = contents.get(recipe) ?? [];
      await fillStage(
        recipe,
        stage,
        debs.map(({ file }) => join(downloads, file)),
        recipes.without,
        signal,
      );
      if (recipe.keyring) await copyKeyring(stage, join(root, KEY_FILE), signer);
      const version = toPackageVersion(debian.find(({ name }) => name === recipe.versionOf)?.version);
      const file = await packPackage(recipe, version, stage, folderOf(recipe.repository), signal);
      files.set(recipe.repository, [...(files.get(recipe.repository) ?? []), file]);
      await rm(stage, { recursive: true, force: true });
    }
    log('signing the packages and their databases');
    for (const [name, packages] of files)
      await makeRepository(name, folderOf(name), packages, signer, signal);
    return signer.fingerprint;
  });
}

/** Returns the recipe whose package contains the files of a Debian package. */
function ownerOf(name: string, { recipes }: RecipeSet): Recipe | undefined {
  return (
    recipes.find(({ debian = [] }) => debian.some((pattern) => matchesPattern(pattern, name))) ??
    recipes.find(({ rest }) => rest === true)
  );
}

async function copyKeyring(stage: string, key: string, { fingerprint }: Signer): Promise<void> {
  const folder = join(stage, 'usr/share/pacman/keyrings');
  await mkdir(folder, { recursive: true });
  await copyFile(key, join(folder, 'writ-mirror.gpg'));
  await writeFile(join(folder, 'writ-mirror-trusted'), `${fingerprint}:4:\n`);
  await writeFile(join(folder, 'writ-mirror-revoked'), '');
}
