import { createHash } from 'node:crypto';
import { lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ResolvedPackage } from '../journal-record.ts';

/** Returns the folder that stores packages between runs. */
export function defaultCache(environment: NodeJS.ProcessEnv, root: boolean): string {
  const { WRIT_CACHE, XDG_CACHE_HOME } = environment;
  if (WRIT_CACHE) return WRIT_CACHE;
  if (root) return '/var/cache/writ';
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'writ');
}

/** The signer of a mirror's packages. */
type Signer = { readonly kind: 'distribution' } | { readonly kind: 'mirror'; readonly fingerprint: string };

/**
 * Returns the folder for a signer's packages. Signers have separate folders, because two mirrors may have
 * different files with the same name.
 */
export function packageCache(cache: string, signer: Signer): string {
  return join(cache, 'packages', signer.kind === 'mirror' ? signer.fingerprint : signer.kind);
}

/**
 * Finds the packages that the cache lacks, and deletes files with a wrong size or digest. Rejects if the signal
 * is aborted.
 */
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
    if (size === item.size && (await hashFile(path)) === item.sha256) continue;
    await rm(path, { recursive: true, force: true });
    missing.push(item);
  }
  return missing;
}

/** Size limit in bytes. A signature takes a few hundred bytes; one made with several keys, a few thousand. */
export const MAXIMUM_SIGNATURE_SIZE: number = 16 * 1024;

/**
 * Since version 7, the package manager downloads into a folder whose name has this form, and moves the files
 * when it has finished.
 */
const downloadFolder = /^download-\w{6}$/;

async function downloadFolders(cache: string): Promise<string[]> {
  const names = await readdir(cache).catch(() => []);
  return names.filter((name) => downloadFolder.test(name)).map((name) => join(cache, name));
}

/**
 * Prepares the cache for a download. Files in the download folders of killed runs are recovered. Entries that
 * would make the package manager fail are deleted: those that are not files, and partial files that are at
 * least as long as their package, because the package manager would request bytes beyond the end of the
 * package. The caller must hold the cache lock.
 */
export async function tidyCache(cache: string, packages: readonly ResolvedPackage[]): Promise<void> {
  const abandoned = await downloadFolders(cache);
  for (const { file, size } of packages) {
    for (const name of cacheFileNames(file)) {
      const path = join(cache, name);
      // Files that cannot be moved are deleted with their folder.
      for (const folder of abandoned) await rename(join(folder, name), path).catch(() => undefined);
      const entry = await lstat(path).catch(() => undefined);
      if (entry === undefined) continue;
      if (!entry.isFile() || (name === `${file}.part` && entry.size >= size))
        await rm(path, { recursive: true, force: true });
    }
  }
  for (const folder of abandoned) await rm(folder, { recursive: true, force: true });
}

function cacheFileNames(file: string): string[] {
  return [file, `${file}.part`, `${file}.sig`, `${file}.sig.part`];
}

/** A folder that receives packages, with the names of its entries. */
interface ListedFolder {
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

/**
 * Lists the cache and its download folders. Without the lists, each check of a download would query the file
 * system for every file that has not yet arrived.
 */
async function listFolders(cache: string): Promise<ListedFolder[]> {
  // The cache is listed last, because files are moved to it.
  const paths = [...(await downloadFolders(cache)), cache];
  const listed: ListedFolder[] = [];
  for (const path of paths) listed.push({ path, names: new Set(await readdir(path).catch(() => [])) });
  return listed;
}

/** Returns the number of downloaded bytes of these packages, including partial files. */
export async function countArrivedBytes(
  cache: string,
  packages: readonly ResolvedPackage[],
): Promise<number> {
  const folders = await listFolders(cache);
  const sizes = await Promise.all(
    packages.map(async ({ file }) => {
      const forms = [file, `${file}.part`];
      // A partial file may be renamed between the listing and this check.
      const paths = folders.flatMap(({ path, names }) =>
        forms.some((form) => names.has(form)) ? forms.map((form) => join(path, form)) : [],
      );
      return Math.max(0, ...(await Promise.all(paths.map(sizeOf))).map((size) => size ?? 0));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A package file that exceeds its size in the database, or a signature file that is too large. */
export interface OversizedFile {
  readonly path: string;
  /** File name on the mirror. */
  readonly name: string;
  /** Maximum size in bytes. */
  readonly limit: number;
}

/** Finds oversized package and signature files, including partial ones. */
export async function findOversizedFiles(
  cache: string,
  packages: readonly ResolvedPackage[],
): Promise<OversizedFile[]> {
  const folders = await listFolders(cache);
  const candidates = packages.flatMap(({ file, size }) =>
    cacheFileNames(file).flatMap((name) => {
      const finalName = name.replace(/\.part$/, '');
      const limit = finalName === file ? size : MAXIMUM_SIGNATURE_SIZE;
      return folders
        .filter(({ names }) => names.has(name))
        .map(({ path }) => ({ path: join(path, name), name: finalName, limit }));
    }),
  );
  const sizes = await Promise.all(candidates.map(({ path }) => sizeOf(path)));
  return candidates.filter(({ limit }, index) => (sizes[index] ?? 0) > limit);
}

/** Returns the size of a file; undefined for any other entry. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (entry) => (entry.isFile() ? entry.size : undefined),
    () => undefined,
  );
}

/** Size of the buffer from which a file is hashed, in bytes. */
const HASH_BUFFER_SIZE = 1024 * 1024;

/** Returns the SHA-256 of a file as 64 hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await using file = await open(path);
  // One buffer for the whole file: a stream would allocate a buffer for each part.
  const buffer = Buffer.allocUnsafe(HASH_BUFFER_SIZE);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, HASH_BUFFER_SIZE);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
  }
}
