import { readdir, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunContext } from '../context.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { hashFile } from '../transfer/cache.ts';
import { databaseSignature } from './database-signatures.ts';
import { exportTrustedKeys } from './trusted-keys.ts';
import { verifySignatures } from './verify-signature.ts';

/** Maximum number of packages that one process verifies. */
const BATCH = 16;

/** Verifies packages in the cache, several at a time. */
export interface PackageVerifier {
  /** Starts to verify the packages that are complete. Resolves when all packages have been checked for completeness. */
  verifyArrived(): Promise<void>;
  /** Verifies the remaining packages. Returns true if all packages are present and valid. */
  verifyAll(): Promise<boolean>;
}

/**
 * Creates a verifier for the resolved packages; returns undefined if there are no packages or no trusted keys. Without
 * trusted keys, or if packages need no signature, only pacman verifies the packages.
 *
 * @param missing packages whose digests have not been compared yet
 */
export async function createPackageVerifier(
  context: RunContext,
  missing: readonly ResolvedPackage[],
): Promise<PackageVerifier | undefined> {
  const unsigned = context.unsignedRepositories ?? [];
  if (context.resolved.some(({ repository }) => unsigned.includes(repository))) return undefined;
  if (context.resolved.length === 0 || !(await exportTrustedKeys(context))) return undefined;
  const unhashed = new Set(missing.map(({ file }) => file));
  const waiting = new Set(context.resolved);
  const queue: ResolvedPackage[] = [];
  const workers = new Set<Promise<void>>();
  let areValid = true;

  const work = async (): Promise<void> => {
    while (queue.length > 0 && areValid) {
      // Leave packages for the other workers.
      const size = Math.min(BATCH, Math.ceil(queue.length / availableParallelism()));
      const isValid = await verifyPackages(queue.splice(0, size), unhashed, context).catch(() => false);
      areValid &&= isValid;
    }
  };
  const startWorkers = (): void => {
    while (queue.length > 0 && workers.size < availableParallelism()) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  };
  const verifyArrived = async (): Promise<void> => {
    const names = new Set(await readdir(context.roots.cache).catch(() => []));
    for (const item of waiting) {
      // pacman requires the signature file even if the database contains the signature.
      if (!names.has(item.file) || !names.has(`${item.file}.sig`)) continue;
      // Another call may have checked the package in the meantime.
      if (!(await isComplete(item, context)) || !waiting.delete(item)) continue;
      queue.push(item);
      startWorkers();
    }
  };
  return {
    verifyArrived,
    verifyAll: async () => {
      await verifyArrived();
      while (workers.size > 0) await Promise.all(workers);
      return areValid && waiting.size === 0;
    },
  };
}

async function isComplete({ file, size }: ResolvedPackage, { roots }: RunContext): Promise<boolean> {
  return stat(join(roots.cache, file)).then(
    (entry) => entry.isFile() && entry.size === size,
    () => false,
  );
}

async function verifyPackages(
  packages: readonly ResolvedPackage[],
  unhashed: ReadonlySet<string>,
  context: RunContext,
): Promise<boolean> {
  const signed = packages.map(async ({ file }) => ({
    file: `{cache}/${file}`,
    signature: (await databaseSignature(file, context)) ?? `{cache}/${file}.sig`,
  }));
  const hashed = packages.map(
    async ({ file, sha256 }) =>
      !unhashed.has(file) || (await hashFile(join(context.roots.cache, file))) === sha256,
  );
  const results = await Promise.all([verifySignatures(await Promise.all(signed), context), ...hashed]);
  return results.every(Boolean);
}
