import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BuildOptions, Mirror, SetName } from '../mirror.ts';
import { matchesPattern, type RecipeSet } from '../recipes/recipe.ts';
import { withSeparate } from '../recipes/separate.ts';
import { sets } from '../recipes/sets.ts';
import { missingTools } from '../tools.ts';
import {
  downloadFolder,
  fetchDebian,
  readDebianFields,
  readListsStamp,
  removeOldDownloads,
  type Apt,
  type DebianPackage,
} from './debian.ts';
import { fillMirror, FINGERPRINT_FILE, KEY_FILE } from './fill.ts';
import { digestSource, mirrorKey } from './key.ts';
import { lockFolder } from './lock.ts';
import { isPinned, pinKey, unpinKey } from './pinned-key.ts';
import { endSigner } from './signer.ts';

/** Prefix of folders in which a mirror is being built. */
const BUILDING = 'building-';

/** Time in milliseconds to wait for another build. */
const LOCK_LIMIT = 15 * 60_000;

/**
 * Number of mirrors to retain for each set. The previous mirror is retained, because it may still be served.
 */
const KEPT = 2;

interface BuildContext {
  readonly set: SetName;
  readonly recipes: RecipeSet;
  readonly cache: string;
  readonly apt: Apt;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns the cached mirror of a set, or builds a new one in the cache. Only one build runs at a time.
 *
 * @throws Error with a readable message if a program is missing or fails, a download fails, space is lacking, another
 * build takes too long, or the signal is aborted
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
  const work: BuildContext = { set, recipes: sets[set], cache: folder, apt, log, signal };
  const source = await digestSource();
  const ready = await findCachedMirror(work, source);
  if (ready !== undefined) return ready;
  const waiting = (): void => log('waiting for another process that builds a mirror');
  await using _lock = await lockFolder(folder, LOCK_LIMIT, { waiting, signal });
  // Another process, which held the lock, may have built the same mirror.
  const built = await findCachedMirror(work, source);
  if (built !== undefined) return built;
  const missing = missingTools();
  if (missing.length > 0)
    throw new Error(`Debian packages are missing; run apt-get install ${missing.join(' ')}`);
  // Without `await`, the lock would be released before the end of the build.
  return await buildNewMirror(work, source);
}

/** Returns the mirror of the last resolution if neither the source nor the package lists have changed. */
async function findCachedMirror(work: BuildContext, source: string): Promise<Mirror | undefined> {
  const memory = await readIfExists(resolutionFile(work));
  const [stamp, key] = memory?.split('\n') ?? [];
  if (key === undefined || stamp !== (await resolutionStamp(work, source))) return undefined;
  return readMirror(work.set, mirrorRoot(work, key));
}

async function buildNewMirror(work: BuildContext, source: string): Promise<Mirror> {
  const { set, recipes, cache, apt, log, signal } = work;
  if (recipes.needs !== undefined) await assertRoom(set, recipes.needs, work);
  const debian = await fetchDebian(recipes.debian, rejects(recipes.unwanted), apt);
  const separate = await fetchSeparate(recipes, debian, apt);
  const stamp = await resolutionStamp(work, source);
  const root = mirrorRoot(work, mirrorKey(source, [...debian, ...separate]));
  if ((await readMirror(set, root)) === undefined) {
    log(`building the ${set} mirror in ${cache}`);
    await removeAbandonedBuilds(cache);
    // The name is unique, because programs of a killed build may still be writing to its folder.
    const aside = await mkdtemp(join(cache, `${BUILDING}${set}-`));
    try {
      const all = withSeparate(recipes, await readDebianFields(separate, apt));
      const fingerprint = await fillMirror(all, [...debian, ...separate], aside, {
        downloads: downloadFolder(apt),
        log,
        signal,
      });
      // If there is a mirror with the same name, its key was not created by this user.
      await removeMirror(root);
      await rename(join(aside, 'root'), root);
      await pinKey(fingerprint);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
    await removeOldMirrors(work, root);
    await removeOldDownloads([...debian, ...separate], apt);
  }
  const key = basename(root).slice(set.length + 1);
  await writeFile(resolutionFile(work), [stamp, key, ''].join('\n'));
  const mirror = await readMirror(set, root);
  if (mirror === undefined) throw new Error(`the mirror in ${root} is not complete`);
  log(`the ${set} mirror is in ${root}`);
  return mirror;
}

/** Fetches the packages in `separate`, and those of their dependencies that the set lacks. */
async function fetchSeparate(
  { debian, separate }: RecipeSet,
  contained: readonly DebianPackage[],
  apt: Apt,
): Promise<DebianPackage[]> {
  if (separate === undefined) return [];
  const names = new Set(contained.map(({ name }) => name));
  const isWanted = rejects(separate.unwanted);
  return fetchDebian([...debian, ...separate.debian], (name) => !names.has(name) && isWanted(name), apt);
}

/** Returns a function that tests whether a name matches none of the patterns. */
function rejects(patterns: readonly string[]): (name: string) => boolean {
  return (name) => !patterns.some((pattern) => matchesPattern(pattern, name));
}

/**
 * Logs the disk space and time that a build needs.
 *
 * @throws Error if the cache's file system has less free space
 */
async function assertRoom(
  set: SetName,
  { megabytes, minutes }: NonNullable<RecipeSet['needs']>,
  { cache, log }: BuildContext,
): Promise<void> {
  const needs = `the ${set} mirror needs ${megabytes} MB in ${cache} and about ${minutes} minutes`;
  const { bavail, bsize } = await statfs(cache);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free < megabytes)
    throw new Error(`${needs}, but only ${free} MB is free; set WRIT_CACHE to another folder`);
  log(needs);
}

/** Returns a complete mirror whose key this user's build created; undefined if there is none. */
async function readMirror(set: SetName, root: string): Promise<Mirror | undefined> {
  const fingerprint = await readFingerprint(root);
  if (fingerprint === undefined || !(await isPinned(fingerprint))) return undefined;
  return { set, root, fingerprint, publicKeyFile: join(root, KEY_FILE) };
}

async function readFingerprint(root: string): Promise<string | undefined> {
  return /^[0-9A-F]{40}(?=\n$)/.exec((await readIfExists(join(root, FINGERPRINT_FILE))) ?? '')?.[0];
}

function mirrorRoot({ set, cache }: BuildContext, key: string): string {
  return join(cache, `${set}-${key}`);
}

function resolutionFile({ set, cache }: BuildContext): string {
  return join(cache, `${set}.resolved`);
}

async function resolutionStamp({ apt }: BuildContext, source: string): Promise<string> {
  return `${source} ${await readListsStamp(apt)}`;
}

/** Removes folders of killed builds. The lock ensures that no other build is running. */
async function removeAbandonedBuilds(cache: string): Promise<void> {
  const left = (await readdir(cache)).filter((name) => name.startsWith(BUILDING));
  for (const path of left.map((name) => join(cache, name))) {
    await endSigner(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function removeOldMirrors({ set, cache }: BuildContext, newest: string): Promise<void> {
  const found = (await readdir(cache)).filter((name) => new RegExp(`^${set}-[0-9a-f]{16}$`).test(name));
  const others = found.map((name) => join(cache, name)).filter((path) => path !== newest);
  const dated = await Promise.all(others.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  const old = dated.toSorted((a, b) => b.time - a.time).slice(KEPT - 1);
  for (const { path } of old) await removeMirror(path);
}

/** Removes a mirror and its pinned key, which signs nothing else. */
async function removeMirror(root: string): Promise<void> {
  const fingerprint = await readFingerprint(root);
  if (fingerprint !== undefined) await unpinKey(fingerprint);
  await rm(root, { recursive: true, force: true });
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
