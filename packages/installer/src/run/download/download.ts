import { rm } from 'node:fs/promises';
import type { Operation } from '../../plan/operation.ts';
import { applyOperation, type OperationResult } from '../operations/apply.ts';
import {
  countArrivedBytes,
  findMissingPackages,
  findOversizedFiles,
  tidyCache,
  type OversizedFile,
} from '../transfer/cache.ts';
import { withFileLimit } from '../commands/file-limit.ts';
import type { RunContext } from '../context.ts';
import type { Step } from '../emitter.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { createRateWatch, formatRate, type MinimumRate } from '../transfer/minimum-rate.ts';
import { acquireLock, type Lock } from '../lock.ts';
import { watchArrivals } from '../transfer/watch-arrivals.ts';
import { watchWork } from '../transfer/watch-work.ts';
import { createPackageVerifier, type PackageVerifier } from '../signatures/package-verifier.ts';
import type { MirrorSource } from '../preflight/mirrors.ts';

const INTERVAL = 500;
/** Time in milliseconds to wait for another installation that uses the same cache. */
const CACHE_LOCK_TIMEOUT = 60 * 60 * 1000;

/** The packages to download, their source and the minimum rate. */
export interface DownloadOptions {
  readonly missing: readonly ResolvedPackage[];
  readonly source: MirrorSource;
  readonly rate: MinimumRate;
  /** True if other runs may use the same cache. Only one run at a time downloads to a shared cache. */
  readonly shared: boolean;
}

/**
 * Downloads the packages and reports progress in bytes. Waits while another run downloads into the
 * same cache, and fails after an hour.
 *
 * If a mirror is too slow or sends too much, the next one is used; complete files are retained.
 */
export async function applyDownload(
  operation: Operation,
  context: RunContext,
  { missing, source, rate, shared }: DownloadOptions,
  step: Step,
): Promise<OperationResult> {
  const lock = shared
    ? await waitForCacheLock(`${context.roots.cache}.lock`, context.signal, step)
    : undefined;
  if (shared && lock === undefined) {
    return context.signal?.aborted
      ? { kind: 'interrupted' }
      : {
          kind: 'failed',
          failure: { message: 'another installation has been using the package cache for an hour', tail: [] },
        };
  }
  const ended = new AbortController();
  const signal =
    context.signal === undefined ? ended.signal : AbortSignal.any([context.signal, ended.signal]);
  try {
    // The keys are exported while pacman downloads the first packages. If the export fails, only pacman verifies them.
    const verifier = createPackageVerifier({ ...context, signal }, missing).catch(() => undefined);
    if (missing.length === 0 && (await (await verifier)?.verifyAll()) === true) return { kind: 'done' };
    for (let mirrors = source.mirrors; ;) {
      await tidyCache(context.roots.cache, missing);
      const download = { operation, context, missing, rate, step };
      const attempt = await downloadOnce(download, verifier, () => source.use(mirrors, 'verified'));
      if (typeof attempt !== 'string') return attempt;
      const [current, ...others] = mirrors;
      const problem = `${current ?? 'the mirror'} ${attempt}`;
      if (others.length === 0) {
        return { kind: 'failed', failure: { message: `${problem}, and no other mirror is left`, tail: [] } };
      }
      step.log(`${problem}; continuing with ${others[0]}`);
      await source.use(others, 'verified');
      mirrors = others;
    }
  } finally {
    ended.abort();
    await lock?.release();
  }
}

/**
 * Minimum of the size limit for the files that pacman writes, in bytes. It allows for the package manager's own
 * files, such as its log and keyring.
 */
const MINIMUM_FILE_LIMIT = 1024 * 1024;

interface Download {
  readonly operation: Operation;
  readonly context: RunContext;
  readonly missing: readonly ResolvedPackage[];
  readonly rate: MinimumRate;
  readonly step: Step;
}

/**
 * Downloads all packages and verifies them. When all packages have arrived, pacman is stopped, and the
 * verifier checks them in parallel. pacman verifies the packages again if the verifier rejects one, because
 * pacman's messages list the rejected packages.
 *
 * @param prepareAgain called before pacman is started for the second time
 * @returns the result, or a phrase about the mirror's fault that follows the mirror's name
 */
async function downloadOnce(
  download: Download,
  verifier: Promise<PackageVerifier | undefined>,
  prepareAgain: () => Promise<void>,
): Promise<OperationResult | string> {
  const parallel = { verifier, retrieved: new AbortController() };
  let attempt = await runPacman(download, parallel);
  if (typeof attempt === 'string') return attempt;
  if (attempt.kind === 'interrupted' && parallel.retrieved.signal.aborted) {
    if ((await (await verifier)?.verifyAll()) === true) return { kind: 'done' };
    await prepareAgain();
    attempt = await runPacman(download);
  }
  return typeof attempt !== 'string' && attempt.kind === 'done'
    ? verifyDownloads(download.context, download.missing)
    : attempt;
}

interface ParallelVerification {
  /** Undefined if only pacman can verify the packages. */
  readonly verifier: Promise<PackageVerifier | undefined>;
  /** Aborted when all packages have arrived and there is a verifier, to stop pacman. */
  readonly retrieved: AbortController;
}

/**
 * Runs pacman. Stops it if the download is too slow or a file exceeds its size in the database. Between two
 * checks, a limit in the kernel prevents any file from exceeding the size of the largest package.
 *
 * @returns the result, or a phrase about the mirror's fault that follows the mirror's name
 */
async function runPacman(
  { operation, context, missing, rate, step }: Download,
  parallel?: ParallelVerification,
): Promise<OperationResult | string> {
  const { cache } = context.roots;
  const total = missing.reduce((sum, { size }) => sum + size, 0);
  // One byte more than allowed, so that a file that is too large can be detected.
  const largest = Math.max(MINIMUM_FILE_LIMIT, ...missing.map(({ size }) => size)) + 1;
  const isSlow = createRateWatch(rate);
  const showProgress = async (): Promise<number> => {
    const done = await countArrivedBytes(cache, missing);
    if (total > 0) step.progress(Math.min(1, done / total), { done, total });
    return done;
  };
  // The other checks do not wait for the export of the keys.
  let available: PackageVerifier | undefined;
  const verifyArrived = async (): Promise<void> => available?.verifyArrived();
  void parallel?.verifier.then((verifier) => (available = verifier));
  const findProblem = async (): Promise<string | undefined> => {
    const done = await showProgress();
    await verifyArrived();
    const [oversized] = await findOversizedFiles(cache, missing);
    if (oversized !== undefined) return describeOversized(oversized);
    return isSlow(done < total ? done : Infinity) ? `sends less than ${formatRate(rate)}` : undefined;
  };
  const limited = withFileLimit(context, largest);
  const endWatch = watchArrivals(cache, verifyArrived);
  const { result, stopReason } = await watchWork(
    (signal) =>
      parallel === undefined
        ? applyOperation(operation, { ...limited, signal }, step)
        : retrieve(operation, { ...limited, signal }, step, parallel),
    findProblem,
    context.signal,
  ).finally(endWatch);
  await showProgress();
  if (context.signal?.aborted) return result;
  const oversized = await findOversizedFiles(cache, missing);
  for (const { path } of oversized) await rm(path, { force: true });
  if (oversized[0] !== undefined) return describeOversized(oversized[0]);
  return result.kind === 'interrupted' && stopReason !== undefined ? stopReason : result;
}

/** pacman's first message after it has downloaded all files. */
const verificationStarts = /^checking (?:keyring|package integrity)\b/;

/** Runs pacman until it starts to verify the packages one after another, if there is a verifier. */
function retrieve(
  operation: Operation,
  context: RunContext & { readonly signal: AbortSignal },
  step: Step,
  { verifier, retrieved }: ParallelVerification,
): Promise<OperationResult> {
  const signal = AbortSignal.any([context.signal, retrieved.signal]);
  const stop = async (): Promise<void> => {
    if ((await verifier) !== undefined) retrieved.abort();
  };
  const log: Step['log'] = (line, source) => {
    if (verificationStarts.test(line)) void stop();
    // After that, a shell would only report that pacman was terminated.
    if (!retrieved.signal.aborted) step.log(line, source);
  };
  return applyOperation(operation, { ...context, signal }, { ...step, log });
}

function describeOversized({ name, limit }: OversizedFile): string {
  return `sends more than ${limit.toLocaleString('en')} bytes of ${name}`;
}

/**
 * Removes files whose size or digest is wrong and returns a failure that lists them, because the package
 * manager ignores the checksum of a file with a valid signature.
 */
async function verifyDownloads(
  context: RunContext,
  missing: readonly ResolvedPackage[],
): Promise<OperationResult> {
  try {
    const wrong = await findMissingPackages(context.roots.cache, missing, context.signal);
    if (wrong.length === 0) return { kind: 'done' };
    const message = `files that differ from the mirror's database: ${wrong.map(({ file }) => file).join(', ')}`;
    return { kind: 'failed', failure: { message, tail: [] } };
  } catch (error) {
    if (context.signal?.aborted) return { kind: 'interrupted' };
    throw error;
  }
}

async function waitForCacheLock(
  path: string,
  signal: AbortSignal | undefined,
  step: Step,
): Promise<Lock | undefined> {
  const until = Date.now() + CACHE_LOCK_TIMEOUT;
  let lock = await acquireLock(path);
  if (lock === undefined) step.log('waiting for another installation that uses the same package cache');
  while (lock === undefined && Date.now() < until) {
    if (signal?.aborted) return undefined;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    lock = await acquireLock(path);
  }
  return lock;
}
