import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Mirror, SetName } from '../mirror.ts';
import { matches, type Recipe, type RecipeSet } from '../recipes/recipe.ts';
import { sets } from '../recipes/sets.ts';
import { missingTools } from '../tools.ts';
import { downloadsOf, fetchDebian, stampOfLists, type Apt, type DebianPackage } from './debian.ts';
import { digestOfSource, keyOf } from './key.ts';
import { lockFolder } from './lock.ts';
import { packageVersion, packPackage } from './package.ts';
import { makeRepository } from './repository.ts';
import { withSigner, type Signer } from './signer.ts';
import { fillStage } from './stage.ts';

const KEY = 'writ-mirror.gpg';
const FINGERPRINT = 'writ-mirror.fingerprint';

/** Milliseconds to wait for another process that builds. */
const LOCK_LIMIT = 15 * 60_000;

/** Mirrors of one set that are kept, the newest ones: someone may still serve the one before. */
const KEPT = 2;

interface Work {
  readonly set: SetName;
  readonly recipes: RecipeSet;
  readonly cache: string;
  readonly apt: Apt;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * The mirror of a set: the one that is in the cache, or else a new one built into it. One build runs at a time.
 *
 * @throws Error with a message for people when a program is missing, a download fails or a program ends with an error
 */
export async function buildMirror({
  set,
  cache,
  log = () => undefined,
  signal,
}: BuildOptions): Promise<Mirror> {
  const folder = resolve(
    cache ?? join(process.env['WRIT_CACHE'] || join(homedir(), '.cache/writ'), 'mirror'),
  );
  await mkdir(folder, { recursive: true });
  const apt: Apt = { folder: join(folder, 'debian'), log, signal };
  const work: Work = { set, recipes: sets[set], cache: folder, apt, log, signal };
  const source = await digestOfSource();
  const ready = await remembered(work, source);
  if (ready !== undefined) return ready;
  const waiting = (): void => log('waiting for another process that builds a mirror');
  await using _lock = await lockFolder(folder, LOCK_LIMIT, { waiting, signal });
  // The other one may have built this very mirror.
  const built = await remembered(work, source);
  if (built !== undefined) return built;
  const missing = missingTools();
  if (missing.length > 0)
    throw new Error(`Debian packages are missing: apt-get install ${missing.join(' ')}`);
  return make(work, source);
}

/** What the last resolution came to, while neither the source nor the lists of packages have changed. */
async function remembered(work: Work, source: string): Promise<Mirror | undefined> {
  const memory = await readText(memoryOf(work));
  const [stamp, key] = memory?.split('\n') ?? [];
  if (key === undefined || stamp !== (await stampOf(work, source))) return undefined;
  return mirrorAt(work.set, rootOf(work, key));
}

async function make(work: Work, source: string): Promise<Mirror> {
  const { set, recipes, cache, apt, log } = work;
  const isWanted = (name: string): boolean => !recipes.unwanted.some((pattern) => matches(pattern, name));
  const debian = await fetchDebian(recipes.debian, isWanted, apt);
  const root = rootOf(work, keyOf(source, debian));
  if ((await mirrorAt(set, root)) === undefined) {
    log(`building the ${set} mirror in ${cache}`);
    const aside = join(cache, `building-${set}`);
    // Of a build that was killed.
    await rm(aside, { recursive: true, force: true });
    try {
      await fill(work, aside, debian);
      await rename(join(aside, 'root'), root);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
    await removeOld(work, root);
  }
  await writeFile(
    memoryOf(work),
    `${await stampOf(work, source)}\n${basename(root).slice(set.length + 1)}\n`,
  );
  const mirror = await mirrorAt(set, root);
  if (mirror === undefined) throw new Error(`the mirror in ${root} is not complete`);
  log(`the ${set} mirror is in ${root}`);
  return mirror;
}

async function fill(
  { recipes, cache, apt, log, signal }: Work,
  aside: string,
  debian: readonly DebianPackage[],
): Promise<void> {
  const downloads = downloadsOf(apt);
  const root = join(aside, 'root');
  const folderOf = (repository: string): string => join(root, repository, 'os', 'x86_64');
  const repositories = [...new Set(recipes.recipes.map(({ repository }) => repository))];
  for (const repository of repositories) await mkdir(folderOf(repository), { recursive: true });
  await withSigner(cache, signal, async (signer) => {
    await writeFile(join(root, FINGERPRINT), `${signer.fingerprint}\n`);
    await signer.exportKey(join(root, KEY));
    const files = new Map<string, string[]>();
    for (const recipe of recipes.recipes) {
      log(`packing ${recipe.name}`);
      const stage = join(aside, recipe.name);
      const debs = debian.filter(({ name }) => holds(recipe, recipes, name));
      await fillStage(
        recipe,
        stage,
        debs.map(({ file }) => join(downloads, file)),
        recipes.without,
        signal,
      );
      if (recipe.keyring) await putKeyring(stage, join(root, KEY), signer);
      const version = packageVersion(debian.find(({ name }) => name === recipe.versionOf)?.version);
      const file = await packPackage(recipe, version, stage, folderOf(recipe.repository), signal);
      files.set(recipe.repository, [...(files.get(recipe.repository) ?? []), file]);
      await rm(stage, { recursive: true, force: true });
    }
    log('signing the packages and their databases');
    for (const [name, packages] of files)
      await makeRepository(name, folderOf(name), packages, signer, signal);
  });
}

/** Whether the files of a Debian package go into this recipe's package: each into one. */
function holds(recipe: Recipe, { recipes }: RecipeSet, name: string): boolean {
  const owner =
    recipes.find(({ debian = [] }) => debian.some((pattern) => matches(pattern, name))) ??
    recipes.find(({ rest }) => rest === true);
  return owner === recipe;
}

async function putKeyring(stage: string, key: string, { fingerprint }: Signer): Promise<void> {
  const folder = join(stage, 'usr/share/pacman/keyrings');
  await mkdir(folder, { recursive: true });
  await copyFile(key, join(folder, 'writ-mirror.gpg'));
  await writeFile(join(folder, 'writ-mirror-trusted'), `${fingerprint}:4:\n`);
  await writeFile(join(folder, 'writ-mirror-revoked'), '');
}

/** Undefined unless a complete mirror is there. */
async function mirrorAt(set: SetName, root: string): Promise<Mirror | undefined> {
  const fingerprint = await readText(join(root, FINGERPRINT));
  if (fingerprint === undefined) return undefined;
  return { set, root, fingerprint: fingerprint.trim(), publicKeyFile: join(root, KEY) };
}

function rootOf({ set, cache }: Work, key: string): string {
  return join(cache, `${set}-${key}`);
}

function memoryOf({ set, cache }: Work): string {
  return join(cache, `${set}.resolved`);
}

async function stampOf({ apt }: Work, source: string): Promise<string> {
  return `${source} ${await stampOfLists(apt)}`;
}

async function removeOld({ set, cache }: Work, newest: string): Promise<void> {
  const found = (await readdir(cache)).filter((name) => new RegExp(`^${set}-[0-9a-f]{16}$`).test(name));
  const others = found.map((name) => join(cache, name)).filter((path) => path !== newest);
  const dated = await Promise.all(others.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  const old = dated.toSorted((a, b) => b.time - a.time).slice(KEPT - 1);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
