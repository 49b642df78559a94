import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Mirror, SetName } from '../mirror.ts';
import { matches, type RecipeSet } from '../recipes/recipe.ts';
import { sets } from '../recipes/sets.ts';
import { missingTools } from '../tools.ts';
import { downloadsOf, fetchDebian, removeOldDownloads, stampOfLists, type Apt } from './debian.ts';
import { fillMirror, FINGERPRINT, KEY } from './fill.ts';
import { digestOfSource, keyOf } from './key.ts';
import { lockFolder } from './lock.ts';
import { isPinned, pinKey, unpinKey } from './pinned-key.ts';
import { endSigner } from './signer.ts';

/** Of a folder in which a mirror is being built. */
const BUILDING = 'building-';

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
  const { set, recipes, cache, apt, log, signal } = work;
  const isWanted = (name: string): boolean => !recipes.unwanted.some((pattern) => matches(pattern, name));
  const debian = await fetchDebian(recipes.debian, isWanted, apt);
  const stamp = await stampOf(work, source);
  const root = rootOf(work, keyOf(source, debian));
  if ((await mirrorAt(set, root)) === undefined) {
    log(`building the ${set} mirror in ${cache}`);
    await removeLeft(cache);
    // Never a name that was used before: programs that a killed build has started may still write there.
    const aside = await mkdtemp(join(cache, `${BUILDING}${set}-`));
    try {
      const fingerprint = await fillMirror(recipes, debian, aside, {
        downloads: downloadsOf(apt),
        log,
        signal,
      });
      // One of the same name whose key no build of this user made.
      await removeMirror(root);
      await rename(join(aside, 'root'), root);
      await pinKey(fingerprint);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
    await removeOld(work, root);
    await removeOldDownloads(debian, apt);
  }
  const key = basename(root).slice(set.length + 1);
  await writeFile(memoryOf(work), [stamp, key, ''].join('\n'));
  const mirror = await mirrorAt(set, root);
  if (mirror === undefined) throw new Error(`the mirror in ${root} is not complete`);
  log(`the ${set} mirror is in ${root}`);
  return mirror;
}

/** Undefined unless a complete mirror is there, whose key a build of this user made. */
async function mirrorAt(set: SetName, root: string): Promise<Mirror | undefined> {
  const fingerprint = await fingerprintOf(root);
  if (fingerprint === undefined || !(await isPinned(fingerprint))) return undefined;
  return { set, root, fingerprint, publicKeyFile: join(root, KEY) };
}

async function fingerprintOf(root: string): Promise<string | undefined> {
  return /^[0-9A-F]{40}(?=\n$)/.exec((await readText(join(root, FINGERPRINT))) ?? '')?.[0];
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

/** What killed builds have left; ours is the only one that goes on. */
async function removeLeft(cache: string): Promise<void> {
  const left = (await readdir(cache)).filter((name) => name.startsWith(BUILDING));
  for (const path of left.map((name) => join(cache, name))) {
    await endSigner(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function removeOld({ set, cache }: Work, newest: string): Promise<void> {
  const found = (await readdir(cache)).filter((name) => new RegExp(`^${set}-[0-9a-f]{16}$`).test(name));
  const others = found.map((name) => join(cache, name)).filter((path) => path !== newest);
  const dated = await Promise.all(others.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  const old = dated.toSorted((a, b) => b.time - a.time).slice(KEPT - 1);
  for (const { path } of old) await removeMirror(path);
}

/** Nothing is signed by its key any more: nothing is to be trusted for it. */
async function removeMirror(root: string): Promise<void> {
  const fingerprint = await fingerprintOf(root);
  if (fingerprint !== undefined) await unpinKey(fingerprint);
  await rm(root, { recursive: true, force: true });
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
