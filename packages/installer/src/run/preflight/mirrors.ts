import { mkdir, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../../plan/plan-type.ts';
import { refusal } from '../../plan/refusal.ts';
import { missingFrom, packageCache } from '../cache.ts';
import { hostEnvironment } from '../command.ts';
import type { RunContext } from '../context.ts';
import type { ResolvedPackage } from '../journal.ts';
import { fetchDatabases } from './databases.ts';
import { makeKeyring } from './keyring.ts';
import { pacmanConf } from './pacman-conf.ts';
import { bringsProgram, bringsUnit, type Contents } from './programs.ts';
import { contentsOf, resolvePackages } from './resolve.ts';
import { judgeRoom, type Place } from './room.ts';
import { isLocal, trustOf } from './trust.ts';

/** What is known once the mirrors have answered. */
export interface Ready {
  readonly context: RunContext;
  /** Those that have to be downloaded. */
  readonly missing: readonly ResolvedPackage[];
}

/**
 * Asks the mirrors everything that could go wrong later: whether they answer and are signed, whether every
 * package, unit and program is there, whether it all fits. Writes only below the scratch folder and the cache.
 */
export async function askMirrors(
  plan: Plan,
  cache: string,
  context: RunContext,
  progress: (fraction: number) => void,
): Promise<Ready | readonly Diagnostic[]> {
  const { mirrors, repositories, packages } = plan.requirements;
  const trust = await trustOf(mirrors, context.signal);
  if ('severity' in trust) return [trust];
  const cached = packageCache(cache, trust);
  await mkdir(cached, { recursive: true });
  const asked: RunContext = {
    ...context,
    places: { ...context.places, cache: cached },
    environment: hostEnvironment(process.env, !mirrors.every(isLocal)),
  };
  await writeFile(join(context.places.scratch, 'pacman.conf'), pacmanConf(repositories, mirrors, trust));
  progress(0.1);
  const fault = (await makeKeyring(trust, asked)) ?? (await fetchDatabases(trust, asked));
  if (fault !== undefined) return [fault];
  progress(0.6);
  const found = await resolvePackages(packages, repositories, asked);
  if ('findings' in found) return found.findings;
  progress(0.8);
  const ready = { ...asked, resolved: found.resolved };
  const missing = await missingFrom(cached, found.resolved, context.signal);
  const findings = [
    ...judgeContents(plan, await contentsOf(found.resolved, ready)),
    ...judgeRoom(
      found.resolved,
      missing.reduce((sum, { size }) => sum + size, 0),
      plan.target.layout,
      await placeAt(dirname(plan.target.path)),
      await placeAt(cached),
    ),
  ];
  return findings.length > 0 ? findings : { context: ready, missing };
}

function judgeContents({ requirements: { units, programs, files } }: Plan, contents: Contents): Diagnostic[] {
  return [
    ...units
      .filter(({ name }) => !bringsUnit(name, contents))
      .map(({ name, pointer }) =>
        refusal('unit-unknown', `no package that will be installed brings the service ${name}`, {
          ...(pointer === undefined ? {} : { pointer }),
          hint: 'add its package to packages, or look at the name',
        }),
      ),
    ...programs
      .filter((program) => !bringsProgram(program, contents))
      .map((program) =>
        refusal('program-missing', `no package that will be installed brings the program ${program}`, {
          hint: 'add its package to packages',
        }),
      ),
    ...files
      .filter((path) => !contents.has(path))
      .map((path) =>
        refusal('program-missing', `no package that will be installed brings /${path}`, {
          hint: 'add its package to packages',
        }),
      ),
  ];
}

async function placeAt(path: string): Promise<Place> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
  return { path, device: dev, free: bavail * bsize };
}
