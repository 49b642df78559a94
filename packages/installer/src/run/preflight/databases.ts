import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { phrase, type Diagnostic } from '@writ/diagnostics';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import type { RepositoryRequirement } from '../../plan/plan.ts';
import { pacman, pacmanQuery, scratchDatabase } from '../../plan/operations/packages.ts';
import { refusal } from '../../finding-codes.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import { withFileLimit } from '../commands/file-limit.ts';
import { isSignatureError } from '../commands/pacman-messages.ts';
import type { RunContext } from '../context.ts';
import { succeeded } from '../../process/run-process.ts';
import { createRateWatch, formatRate, type MinimumRate } from '../transfer/minimum-rate.ts';
import { watchWork } from '../transfer/watch-work.ts';
import type { Step } from '../emitter.ts';
import {
  listDatabaseFiles,
  describeOversizedDatabase,
  describeUnpackFailure,
  MAXIMUM_DATABASE_SIZE,
} from './inspect-databases.ts';
import type { MirrorSource } from './mirrors.ts';
import type { Trust } from './trust.ts';
import { term } from '../../terms.ts';

/**
 * Time limit in seconds. The distribution's databases are about 10 MB in size, and their file lists about 50
 * MB. With `--min-rate=0`, this is the only limit.
 */
const SYNC_LIMIT = 3600;
/** Time limit of a query in seconds. */
const READ_LIMIT = 120;

/** The mirrors that provide the databases, and the minimum rate. */
export interface DatabaseSource {
  readonly source: MirrorSource;
  readonly rate: MinimumRate;
  readonly step: Pick<Step, 'log'>;
  /** The third-party repositories among those to fetch (default: none). */
  readonly thirdParty?: readonly RepositoryRequirement[];
  /** The databases to fetch (default: packages and their file lists). */
  readonly kinds?: readonly ('db' | 'files')[];
}

/**
 * Fetches package databases and file lists, all from one mirror, because different mirrors may be inconsistent.
 * If a mirror fails or is too slow, the next one is used.
 *
 * @returns the mirrors to use from now on: the one that provided the databases, and those after it; a finding
 * if no mirror provides them
 */
export async function fetchDatabases(
  trust: Trust,
  context: RunContext,
  { source, rate, step, thirdParty = [], kinds = ['db', 'files'] }: DatabaseSource,
): Promise<readonly string[] | Diagnostic> {
  const folder = join(context.roots.scratch, 'db/sync');
  const faults: string[] = [];
  for (let mirrors = source.mirrors; ;) {
    const [mirror, ...others] = mirrors;
    await source.use(mirrors.slice(0, 1), 'unverified');
    const reason = await describeFetchFailure(context, rate, kinds);
    if (reason === undefined) {
      await source.use(mirrors, 'verified');
      return mirrors;
    }
    const faulty = findFaultyRepository(reason, thirdParty);
    if (faulty !== undefined) return refuseRepository(faulty, reason);
    faults.push(`${mirror}: ${reason}`);
    if (others.length === 0 || context.signal?.aborted) return refuseDatabases(trust, faults);
    step.log(`cannot fetch the package databases from ${mirror} (${reason}); continuing with ${others[0]}`);
    await rm(folder, { recursive: true, force: true });
    mirrors = others;
  }
}

/** The commands that fetch databases, and the queries that make pacman read them. */
const steps = [
  { kind: 'db', fetch: '-Sy', read: ['-Slq'] },
  { kind: 'files', fetch: '-Fy', read: ['-Fq', '--', 'x'] },
] as const;

type FetchStep = (typeof steps)[number];

/**
 * Fetches and checks the databases. Returns undefined, or the reason for a failure, in the package manager's
 * own words if possible.
 */
function describeFetchFailure(
  context: RunContext,
  rate: MinimumRate,
  kinds: readonly ('db' | 'files')[],
): Promise<string | undefined> {
  const selected = steps.filter(({ kind }) => kinds.includes(kind));
  return describeFirstFailure(selected, context, rate);
}

/** Fetches databases of one kind after another. Each kind is checked while the next one is fetched. */
async function describeFirstFailure(
  [step, ...others]: readonly FetchStep[],
  context: RunContext,
  rate: MinimumRate,
): Promise<string | undefined> {
  if (step === undefined) return undefined;
  const problem = await describeDownloadFailure(step, context, rate);
  if (problem !== undefined) return problem;
  const stop = new AbortController();
  const signal = context.signal === undefined ? stop.signal : AbortSignal.any([context.signal, stop.signal]);
  const [fault, laterFailure] = await Promise.all([
    describeContentFailure(step, context).then((found) => {
      if (found !== undefined) stop.abort();
      return found;
    }),
    describeFirstFailure(others, { ...context, signal }, rate),
  ]);
  return fault ?? laterFailure;
}

async function describeDownloadFailure(
  { fetch }: FetchStep,
  context: RunContext,
  rate: MinimumRate,
): Promise<string | undefined> {
  const folder = join(context.roots.scratch, 'db/sync');
  // One byte more than allowed, so that a file that is too large can be detected.
  const limited = withFileLimit(context, MAXIMUM_DATABASE_SIZE + 1);
  const isSlow = createRateWatch(rate);
  const findProblem = async (): Promise<string | undefined> => {
    const files = await listDatabaseFiles(folder);
    const arrived = files.reduce((sum, { size }) => sum + size, 0);
    return (
      describeOversizedDatabase(files) ??
      (isSlow(arrived) ? `it sends less than ${formatRate(rate)}` : undefined)
    );
  };
  const { result: end, stopReason } = await watchWork(
    (signal) =>
      runCommand(hostCommand(...pacman, ...scratchDatabase, fetch), SYNC_LIMIT, { ...limited, signal }),
    findProblem,
    context.signal,
  );
  const problem = stopReason ?? describeOversizedDatabase(await listDatabaseFiles(folder));
  if (problem !== undefined) return problem;
  if (succeeded(end)) return undefined;
  const errors = end.tail.filter((line) => line.startsWith('error:')).map((line) => line.slice(7));
  return errors.join('; ') || describeEnd(['pacman', fetch], end, SYNC_LIMIT);
}

async function describeContentFailure(
  { kind, read }: FetchStep,
  context: RunContext,
): Promise<string | undefined> {
  return (await describeUnpackFailure(kind, context)) ?? (await describeReadFailure(read, context));
}

const REJECTS = 'pacman rejects';
/** Matches failures of databases that were fetched but cannot be read. */
const unreadable = /: pacman rejects |: '[\w.-]+' (?:cannot be read: |contains |unpacks )/;
/** Maximum number of errors to report, because a damaged database can cause an error for every entry. */
const MOST_ERRORS = 3;

/**
 * Describes why pacman cannot read the databases; returns undefined if it can. pacman accepts any file as a database
 * and parses it only during a query, in which every package would then be unknown.
 */
async function describeReadFailure(
  query: readonly string[],
  context: RunContext,
): Promise<string | undefined> {
  const errors: string[] = [];
  const onLine = (line: string): void => {
    if (line.startsWith('error:') && errors.length < MOST_ERRORS) errors.push(line.slice(7));
  };
  const end = await runCommand(hostCommand(...pacmanQuery, ...query), READ_LIMIT, context, {
    onLine,
  });
  // The query exits with 1 if nothing matches.
  if (end.end !== 'exit') return describeEnd(['pacman', ...query], end, READ_LIMIT);
  if (errors.length === 0) return undefined;
  const files = errors.flatMap((line) => {
    const [, file, reason] = /^could not open file \S*\/([\w.-]+): (.*)$/.exec(line) ?? [];
    return file === undefined ? [] : [`'${file}': ${reason}`];
  });
  return files.length === errors.length
    ? `${REJECTS} ${files.join(', ')}`
    : `${REJECTS} its databases: ${errors.join('; ')}`;
}

/**
 * Returns the third-party repository that caused a failure; undefined if a database of the mirror failed too. Another
 * mirror would not help, because the repository has its own servers.
 */
function findFaultyRepository(
  reason: string,
  thirdParty: readonly RepositoryRequirement[],
): RepositoryRequirement | undefined {
  // pacman and libcurl name either the file or, for an invalid signature, the repository.
  const names = new Set(
    [
      ...reason.matchAll(
        /'([\w.-]+)\.(?:db|files)(?:\.sig)?'|(?:^|; )([\w.-]+): (?:signature|missing|key)|database '([\w.-]+)' is not valid/g,
      ),
    ].map(([, ...found]) => found.find((name) => name !== undefined) ?? ''),
  );
  const found = thirdParty.filter(({ name }) => names.has(name));
  return found.length > 0 && found.length === names.size ? found[0] : undefined;
}

function refuseRepository({ name, servers, pointer }: RepositoryRequirement, reason: string): Diagnostic {
  if (isSignatureError(reason)) {
    return refusal(
      'mirror-key',
      `the database of the repository ${name} is not signed with its key: ${reason}`,
      {
        pointer,
        hint: 'compare the fingerprint with the one that the repository publishes; if the repository signs only its packages, set signatures to "packages"',
      },
    );
  }
  return refusal(
    'mirror-unusable',
    `${servers.join(' and ')} does not provide the repository ${name}: ${reason}`,
    {
      pointer: `${pointer}/servers`,
      hint: 'correct the addresses, or remove the repository',
    },
  );
}

/** Creates the finding for databases that no mirror provides. Failures with a known cause are explained. */
function refuseDatabases(trust: Trust, faults: readonly string[]): Diagnostic {
  const reason = faults.join('; ');
  if (faults.every(isSignatureError)) {
    return refusal('mirror-key', `invalid signatures from the mirrors: ${reason}`, {
      hint:
        trust.kind === 'mirror'
          ? 'rebuild the mirror'
          : phrase`pass another mirror with ${term('mirror')}, or update this machine's archlinux-keyring package`,
    });
  }
  const unavailable = new Set([...reason.matchAll(/'([\w-]+)\.(?:db|files)'/g)].map(([, name = '']) => name));
  if (unavailable.size > 0 && !unavailable.has('core') && !unavailable.has('extra')) {
    return refusal('mirror-unusable', `no mirror provides ${[...unavailable].join(' and ')}: ${reason}`, {
      pointer: '/additional-repositories',
      hint: phrase`pass a mirror that has it with ${term('mirror')}, or remove additional-repositories`,
    });
  }
  if (faults.every((fault) => unreadable.test(fault))) {
    return refusal('mirror-unusable', `no mirror provides readable package databases: ${reason}`, {
      hint: phrase`the mirror is damaged or belongs to another distribution; pass another one with ${term('mirror')}`,
    });
  }
  return refusal('mirror-unusable', `no mirror provides package databases: ${reason}`, {
    hint: phrase`check that the mirror is running and its address is correct, or pass another one with ${term('mirror')}`,
  });
}
