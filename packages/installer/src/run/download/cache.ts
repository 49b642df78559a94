import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ResolvedPackage } from '../journal.ts';
import type { Trust } from '../preflight/trust.ts';

/** The folder below which packages are kept between runs. */
export function defaultCache(environment: NodeJS.ProcessEnv, root: boolean): string {
  const { WRIT_CACHE, XDG_CACHE_HOME } = environment;
  if (WRIT_CACHE) return WRIT_CACHE;
  if (root) return '/var/cache/writ';
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'writ');
}

/** Two mirrors may have different files of one name; those of one signer are the same. */
export function packageCache(cache: string, trust: Trust): string {
  return join(cache, 'packages', trust.kind === 'mirror' ? trust.fingerprint : trust.kind);
}

/** Those packages that are not in the cache; what is there but not what the database promises is taken away. */
export async function missingFrom(
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

/**
 * Removes what the package manager would stumble over: a part that is as long as its package or longer, of which it
 * would ask for bytes that no mirror has, and what is not a file. Only for the run that has the cache to itself.
 */
export async function removeUnusable(cache: string, packages: readonly ResolvedPackage[]): Promise<void> {
  for (const { file, size } of packages) {
    for (const name of [file, `${file}.part`, `${file}.sig`, `${file}.sig.part`]) {
      const path = join(cache, name);
      const entry = await lstat(path).catch(() => undefined);
      if (entry === undefined) continue;
      if (!entry.isFile() || (name === `${file}.part` && entry.size >= size))
        await rm(path, { recursive: true, force: true });
    }
  }
}

/** Bytes of these packages that have arrived, parts of files included. */
export async function arrived(cache: string, packages: readonly ResolvedPackage[]): Promise<number> {
  const sizes = await Promise.all(
    packages.map(async ({ file }) => {
      const path = join(cache, file);
      return (await sizeOf(path)) ?? (await sizeOf(`${path}.part`)) ?? 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
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
