import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nearest, phrase, type Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { findMissingPackages, packageCache } from '../transfer/cache.ts';
import type { MinimumRate } from '../transfer/minimum-rate.ts';
import { hostEnvironment } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { makeFolders } from '../folders.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import type { Step } from '../emitter.ts';
import { compareWithLock } from '../package-lock/compare.ts';
import type { PackageLock } from '../package-lock/package-lock.ts';
import { chooseMirrors } from './choose-mirrors.ts';
import { checkClock } from './clock.ts';
import { fetchDatabases } from './databases.ts';
import { createKeyring } from './keyring.ts';
import { withLogin } from './login.ts';
import { DatabaseFault } from './package-entry.ts';
import { forVerifiedDatabases, pacmanConf, queryConf } from './pacman-conf.ts';
import { programPaths, unitNames, unitPaths } from './programs.ts';
import { packagesProviding, readContents, resolvePackages } from './resolve-packages.ts';
import { checkSpace, type FreeSpace } from './disk-space.ts';
import { isLocal, resolveTrust } from './trust.ts';
import { term } from '../../terms.ts';

/** The result of the preflight. */
export interface PreflightResult {
  readonly context: RunContext;
  /** Packages to download. */
  readonly missing: readonly ResolvedPackage[];
  /** The mirrors that were chosen by speed; absent if the plan lists the mirrors to use. */
  readonly chosen?: readonly string[];
  readonly source: MirrorSource;
  /** Whether packages are downloaded to the new file system, once it exists, because the cache is too small. */
  readonly downloadToTarget: boolean;
}

/** A source of packages. */
export interface MirrorSource {
  /** URLs without user names and passwords, in order of preference. */
  readonly mirrors: readonly string[];
  /**
   * Configures the package manager to use only these mirrors.
   *
   * @param databases `verified`: it does not verify the signatures of the databases again
   */
  use(mirrors: readonly string[], databases: 'unverified' | 'verified'): Promise<void>;
}

/** Preflight options that are not part of the plan. */
export interface MirrorOptions {
  readonly lock: PackageLock | undefined;
  /** Allow wiping the disk before all packages are downloaded, if the cache is too small. */
  readonly mayDownloadToTarget: boolean;
  readonly rate: MinimumRate;
}

/**
 * Checks everything that could later fail because of the mirrors: reachability, signatures, packages, units,
 * programs and space. Writes only to the scratch folder and the cache.
 */
export async function resolveFromMirrors(
  plan: Plan,
  cache: string,
  context: RunContext,
  step: Pick<Step, 'progress' | 'log'>,
  options: MirrorOptions,
): Promise<PreflightResult | readonly Diagnostic[]> {
  try {
    return await checkMirrors(plan, cache, context, step, options);
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    return [
      refusal('mirror-unusable', error.message, { hint: phrase`pass another mirror with ${term('mirror')}` }),
    ];
  }
}

/** @throws DatabaseFault if a database cannot be read or is invalid */
async function checkMirrors(
  plan: Plan,
  cache: string,
  context: RunContext,
  step: Pick<Step, 'progress' | 'log'>,
  { lock, mayDownloadToTarget, rate }: MirrorOptions,
): Promise<PreflightResult | readonly Diagnostic[]> {
  const { repositories, thirdParty = [], packages } = plan.requirements;
  const { secrets } = context;
  const chosen = await chooseMirrors(plan.requirements, context, step);
  if (chosen !== undefined && 'severity' in chosen) return [chosen];
  const named = chosen ?? plan.requirements.mirrors;
  const unreachable = new Set<string>();
  const trust = await resolveTrust(named, {
    signal: context.signal,
    secrets,
    onUnreachable: (mirror, reason) => {
      unreachable.add(mirror);
      step.log(`${mirror} does not respond (${reason}); continuing without it`);
    },
  });
  if ('severity' in trust) return [trust];
  const mirrors = named.filter((mirror) => !unreachable.has(mirror));
  const ownServers = thirdParty.flatMap(({ servers }) => servers);
  const cached = packageCache(cache, trust);
  await makeFolders(cached);
  const withCache: RunContext = {
    ...context,
    roots: { ...context.roots, cache: cached },
    environment: hostEnvironment(process.env, ![...mirrors, ...ownServers].every(isLocal)),
  };
  const source: MirrorSource = {
    mirrors,
    use: async (used, databases) => {
      const { scratch } = context.roots;
      const addresses = used.map((address) => withLogin(address, secrets));
      const own = thirdParty.map((repository) => ({
        ...repository,
        servers: repository.servers.map((address) => withLogin(address, secrets)),
      }));
      const text = pacmanConf(repositories, addresses, trust, own);
      const conf = databases === 'verified' ? forVerifiedDatabases(text) : text;
      await writeFile(join(scratch, 'pacman.conf'), conf, { mode: 0o600 });
      await writeFile(join(scratch, 'query.conf'), queryConf(repositories), { mode: 0o600 });
      // An aborted download leaves its lock file.
      await rm(join(scratch, 'db/db.lck'), { force: true });
    },
  };
  step.progress(0.1);
  const [clockFault, keyringFault] = await Promise.all([
    checkClock(mirrors, { signal: context.signal, secrets }),
    createKeyring(trust, withCache, thirdParty),
  ]);
  const fault = clockFault ?? keyringFault;
  if (fault !== undefined) return [fault];
  const usableMirrors = await fetchDatabases(trust, withCache, { source, rate, step, thirdParty });
  if ('severity' in usableMirrors) return [usableMirrors];
  step.progress(0.6);
  const { resolved, findings } = await resolvePackages(packages, repositories, withCache);
  step.progress(0.8);
  const unsigned = thirdParty.filter(({ signatures }) => signatures === 'none').map(({ name }) => name);
  const ready: RunContext = {
    ...withCache,
    resolved,
    ...(unsigned.length === 0 ? {} : { unsignedRepositories: unsigned }),
  };
  const missingContents = resolved.length === 0 ? [] : await checkContents(plan, ready, findings.length > 0);
  if (findings.length > 0) return [...findings, ...missingContents];
  const lockFindings = lock === undefined ? [] : compareWithLock(lock, resolved);
  if (lockFindings.length > 0) return [...lockFindings, ...missingContents];
  const missing = await findMissingPackages(cached, resolved, context.signal);
  const bytes = missing.reduce((sum, { size }) => sum + size, 0);
  // An installation to a disk needs space only for the system itself, because nothing else is built next to
  // it.
  const target = plan.target.kind === 'image' ? await readFreeSpace(dirname(plan.target.path)) : undefined;
  const space = checkSpace({
    packages: resolved,
    missing: bytes,
    layout: plan.target.layout,
    ...defined({ target }),
    cache: await readFreeSpace(cached),
    mayDownloadToTarget,
  });
  if (missingContents.length + space.findings.length > 0) return [...missingContents, ...space.findings];
  return {
    context: ready,
    missing,
    source: { ...source, mirrors: usableMirrors },
    downloadToTarget: space.downloadToTarget,
    ...defined({ chosen }),
  };
}

/** A requirement that is met if one of the packages contains a file at one of these paths. */
interface ContentRequirement {
  readonly rule: 'unit-unknown' | 'program-missing';
  readonly what: string;
  readonly paths: readonly string[];
  readonly pointer?: string;
  /** Returns a similar name. */
  readonly near?: () => string | undefined;
}

/**
 * Checks that the packages contain every unit, program and file that the plan requires.
 *
 * @param incomplete true if packages could not be resolved: a missing file may belong to an unresolved
 * package
 */
async function checkContents(
  { requirements: { units, programs, files } }: Plan,
  context: RunContext,
  incomplete: boolean,
): Promise<Diagnostic[]> {
  const contents = await readContents(context.resolved, context);
  const needs: readonly ContentRequirement[] = [
    ...units.map(({ name, pointer, user }) => {
      const of = user === true ? 'user' : 'system';
      return {
        rule: 'unit-unknown' as const,
        what: `the service ${name}`,
        paths: unitPaths(name, of),
        near: () => nearest(name, unitNames(contents, of)),
        ...defined({ pointer }),
      };
    }),
    ...programs.map((name) => ({
      rule: 'program-missing' as const,
      what: `the program ${name}`,
      paths: programPaths(name),
    })),
    ...files.map((path) => ({ rule: 'program-missing' as const, what: `/${path}`, paths: [path] })),
  ];
  const findings: Diagnostic[] = [];
  for (const { rule, what, paths, near, ...place } of needs) {
    if (paths.some((path) => contents.has(path))) continue;
    const providers = await packagesProviding(paths, context);
    if (incomplete && providers.length > 0) continue;
    const suggestion = providers.length > 0 ? undefined : near?.();
    const otherwise = suggestion === undefined ? 'check the name' : `did you mean ${suggestion}?`;
    const hint = providers.length > 0 ? `add ${providers.join(' or ')} to packages` : otherwise;
    findings.push(refusal(rule, `no package to be installed provides ${what}`, { ...place, hint }));
  }
  return findings;
}

async function readFreeSpace(path: string): Promise<FreeSpace> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
  return { path, device: dev, free: bavail * bsize };
}
