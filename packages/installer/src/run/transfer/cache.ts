import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ResolvedPackage } from '../journal-record.ts';

/** The folder below which packages are kept between runs. */
export function defaultCache(environment: NodeJS.ProcessEnv, root: boolean): string {
  const { WRIT_CACHE, XDG_CACHE_HOME } = environment;
  if (WRIT_CACHE) return WRIT_CACHE;
  if (root) return '/var/cache/writ';
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'writ');
}

/** Whose keys sign the packages of a mirror. */
type Signer = { readonly kind: 'distribution' } | { readonly kind: 'mirror'; readonly fingerprint: string };

/** Two mirrors may have different files of one name; those of one signer are the same. */
export function packageCache(cache: string, signer: Signer): string {
  return join(cache, 'packages', signer.kind === 'mirror' ? signer.fingerprint : signer.kind);
}

/** Those packages that are not in the cache; what is there but not what the database promises is taken away. */
export async function findMissingPackages(
  cache: string,
  resolved: readonly ResolvedPackage[],
  signal: AbortSignal | undefined,
): Promise<ResolvedPackage[]> {
  const missing: ResolvedPackage[] = [];
  for (const item of resolved) {
    signal?.throwIfAborted();
    const path = join(cache, item.file);
    const size = await sizeOf(path);
    if (size === item.size && (await sha256Of(path)) === item.sha256) continue;
    await rm(path, { recursive: true, force: true });
    missing.push(item);
  }
  return missing;
}

/** Bytes: a signature has some hundred, one by several keys a few thousand. */
export const MAXIMUM_SIGNATURE_SIZE: number = 16 * 1024;

/** The package manager downloads into such a folder below the cache from version 7 on, and moves what came at the end. */
const downloadFolder = /^download-\w{6}$/;

async function downloadFolders(cache: string): Promise<string[]> {
  const names = await readdir(cache).catch(() => []);
  return names.filter((name) => downloadFolder.test(name)).map((name) => join(cache, name));
}

/**
 * Prepares the cache for a download: moves to their places what killed runs left in folders of their own, and removes
 * what the package manager would stumble over. That is a part that is as long as its package or longer, of which it
 * would ask for bytes that no mirror has, and what is not a file. Only for the run that has the cache to itself.
 */
export async function tidyCache(cache: string, packages: readonly ResolvedPackage[]): Promise<void> {
  const left = await downloadFolders(cache);
  for (const { file, size } of packages) {
    for (const name of cacheFileNames(file)) {
      const path = join(cache, name);
      // What is not there, or has a place already, goes with its folder.
      for (const folder of left) await rename(join(folder, name), path).catch(() => undefined);
      const entry = await lstat(path).catch(() => undefined);
      if (entry === undefined) continue;
      if (!entry.isFile() || (name === `${file}.part` && entry.size >= size))
        await rm(path, { recursive: true, force: true });
    }
  }
  for (const folder of left) await rm(folder, { recursive: true, force: true });
}

function cacheFileNames(file: string): string[] {
  return [file, `${file}.part`, `${file}.sig`, `${file}.sig.part`];
}

/** Bytes of these packages that have arrived, parts of files included. */
export async function countArrivedBytes(
  cache: string,
  packages: readonly ResolvedPackage[],
): Promise<number> {
  const folders = [cache, ...(await downloadFolders(cache))];
  const sizes = await Promise.all(
    packages.map(async ({ file }) => {
      const paths = folders.flatMap((folder) => [join(folder, file), join(folder, `${file}.part`)]);
      return Math.max(0, ...(await Promise.all(paths.map(sizeOf))).map((size) => size ?? 0));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A file of which more came than the database states. */
export interface OversizedFile {
  readonly path: string;
  /** As the mirror calls it. */
  readonly name: string;
  /** Bytes that it may have. */
  readonly limit: number;
}

/** Files of these packages, and of their signatures, that are larger than they may be; parts included. */
export async function findOversizedFiles(
  cache: string,
  packages: readonly ResolvedPackage[],
): Promise<OversizedFile[]> {
  const folders = [cache, ...(await downloadFolders(cache))];
  const candidates = packages.flatMap(({ file, size }) =>
    cacheFileNames(file).flatMap((name) => {
      const called = name.replace(/\.part$/, '');
      const limit = called === file ? size : MAXIMUM_SIGNATURE_SIZE;
      return folders.map((folder) => ({ path: join(folder, name), name: called, limit }));
    }),
  );
  const sizes = await Promise.all(candidates.map(({ path }) => sizeOf(path)));
  return candidates.filter(({ limit }, index) => (sizes[index] ?? 0) > limit);
}

/** Undefined of what is not a file. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (entry) => (entry.isFile() ? entry.size : undefined),
    () => undefined,
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
