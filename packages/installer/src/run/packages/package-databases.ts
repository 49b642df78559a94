import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readMachine } from '../../facts/machine.ts';
import { createRedactor } from '../../process/redact.ts';
import { hostEnvironment } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { fetchDatabases } from '../preflight/databases.ts';
import { createKeyring } from '../preflight/keyring.ts';
import { DatabaseFault } from '../preflight/package-entry.ts';
import { pacmanConf, queryConf } from '../preflight/pacman-conf.ts';
import { resolvePackages, type PackageFinding } from '../preflight/resolve-packages.ts';
import { isLocal, resolveTrust } from '../preflight/trust.ts';
import { createSandbox } from '../sandbox.ts';
import { createScratch } from '../scratch.ts';
import { defaultCache } from '../transfer/cache.ts';
import { defaultMinimumRate } from '../transfer/minimum-rate.ts';
import type { RepositoryDatabase } from './read-packages.ts';

/** The repositories whose databases to fetch, and the mirrors that provide them. */
export interface PackageSource {
  /** URLs with `$repo` and `$arch`, without user names and passwords, in order of preference. */
  readonly mirrors: readonly string[];
  readonly repositories: readonly string[];
  readonly signal?: AbortSignal;
}

/** The packages that an installation would download. */
export interface PackageResolution {
  readonly packages: readonly ResolvedPackage[];
  /** Unknown packages, conflicts and missing dependencies. */
  readonly problems: readonly Pick<
    PackageFinding,
    'message' | 'hint' | 'phrases' | 'unknown' | 'suggestion'
  >[];
}

/** Verified package databases in a temporary folder. */
export interface PackageDatabases {
  readonly databases: readonly RepositoryDatabase[];
  /**
   * Uses the package manager to resolve packages and groups with their dependencies, as in an empty system.
   * Unknown names are reported and omitted. If the other packages cannot be installed together, `packages` is
   * empty.
   */
  resolve(names: readonly string[], signal?: AbortSignal): Promise<PackageResolution>;
  /** Deletes the databases. */
  remove(): Promise<void>;
}

/** The reason why the databases are not available. */
export interface DatabaseProblem {
  readonly problem: string;
}

/**
 * Fetches package databases without the file lists, and verifies them as an installation does. Other processes
 * download, verify and read the databases.
 *
 * @throws Error if the temporary files cannot be written
 */
export async function fetchPackageDatabases(
  source: PackageSource,
): Promise<PackageDatabases | DatabaseProblem> {
  const { mirrors, repositories, signal } = source;
  const { root } = await readMachine();
  let scratch: Awaited<ReturnType<typeof createScratch>>;
  try {
    scratch = await createScratch(join(defaultCache(process.env, root), 'scratch'));
  } catch (error) {
    return { problem: `the package cache cannot be used: ${(error as Error).message}` };
  }
  const context = createContext(scratch.path, mirrors, root, signal);
  const remove = (): Promise<void> => scratch.remove();
  try {
    const fault = await fetchInto(context, source);
    if (fault !== undefined) {
      await remove();
      return { problem: fault.message };
    }
  } catch (error) {
    await remove();
    if (error instanceof DatabaseFault) return { problem: error.message };
    throw error;
  }
  return {
    databases: repositories.map((repository) => ({
      repository,
      file: join(scratch.path, 'db/sync', `${repository}.db`),
    })),
    resolve: async (names, stop) => {
      const { signal: _fetch, ...rest } = context;
      const requirements = names.map((name) => ({ name }));
      const found = await resolvePackages(requirements, repositories, {
        ...rest,
        ...defined({ signal: stop }),
      });
      return {
        packages: found.resolved,
        problems: found.findings.map(({ message, hint, phrases, unknown, suggestion }) => ({
          message,
          ...defined({ hint, phrases, unknown, suggestion }),
        })),
      };
    },
    remove,
  };
}

function createContext(
  scratch: string,
  mirrors: readonly string[],
  root: boolean,
  signal: AbortSignal | undefined,
): RunContext {
  const roots = {
    tree: scratch,
    work: scratch,
    image: scratch,
    target: scratch,
    folder: scratch,
    second: scratch,
    home: scratch,
    cache: scratch,
    scratch,
  };
  return {
    roots,
    sandbox: createSandbox(!root),
    redactor: createRedactor([]),
    secrets: new Map(),
    ...defined({ signal }),
    environment: hostEnvironment(process.env, !mirrors.every(isLocal)),
    resolved: [],
  };
}

async function fetchInto(
  context: RunContext,
  { mirrors, repositories, signal }: PackageSource,
): Promise<Diagnostic | undefined> {
  const trust = await resolveTrust(mirrors, { signal });
  if ('severity' in trust) return trust;
  const fault = await createKeyring(trust, context);
  if (fault !== undefined) return fault;
  const { scratch } = context.roots;
  const use = async (used: readonly string[]): Promise<void> => {
    await writeFile(join(scratch, 'pacman.conf'), pacmanConf(repositories, used, trust), { mode: 0o600 });
    await writeFile(join(scratch, 'query.conf'), queryConf(repositories), { mode: 0o600 });
    await rm(join(scratch, 'db/db.lck'), { force: true });
  };
  const fetched = await fetchDatabases(trust, context, {
    source: { mirrors, use },
    rate: defaultMinimumRate,
    step: { log: () => {} },
    kinds: ['db'],
  });
  return 'severity' in fetched ? fetched : undefined;
}
