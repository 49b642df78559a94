import type { Diagnostic } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import { HttpError, type Toolkit } from '@writ/http';
import { callInThread, hasThreads } from '@writ/http/kernel';
import type { NamedText, Plan } from '@writ/installer';
import type {
  BatchInput,
  CheckedBatch,
  PlannedRow,
  RowsInput,
  SeparatedConfiguration,
  SeparationInput,
} from './batch-tasks.ts';
import type { ConversionInput, ConvertedConfiguration } from './convert-task.ts';
import type { PlanChanges } from './plan-changes.ts';
import {
  checkBatch,
  checkText,
  compareBoth,
  convertTexts,
  findRefusedSettings,
  planRows,
  planTarget,
  prepareInstallation,
  separateRows,
  splitSecrets,
  type CheckedConfiguration,
  type PlanInput,
  type PlanOutput,
  type Preparation,
  type PreparationInput,
} from './tasks.ts';
import type { SplitOutput } from './split-output.ts';

/** Checks, plans and converts configurations, which takes seconds for a long configuration. */
export interface Planner {
  /**
   * @param advanced whether `sys-language` and `sys-encoding` are used (default: false)
   * @throws {HttpError} 503 if too many calls are running or waiting, or the check takes too long
   */
  check(text: string, signal: AbortSignal, advanced?: boolean): Promise<CheckedConfiguration>;
  /** @throws {HttpError} 503 if too many calls are running or waiting, or the plan takes too long */
  plan(input: PlanInput, signal: AbortSignal): Promise<PlanOutput>;
  /**
   * Plans an installation that is about to run. The number of other calls does not limit this one, because an accepted
   * installation must not fail while many configurations are being checked.
   *
   * @throws {HttpError} 503 if the plan takes too long
   */
  prepare(input: PreparationInput, wipe: boolean, signal: AbortSignal): Promise<Preparation>;
  /**
   * Separates the secrets from a configuration; returns undefined if the configuration has errors.
   *
   * @throws {HttpError} 503 if too many calls are running or waiting, or the check takes too long
   */
  split(
    config: NamedText,
    credentials: NamedText | undefined,
    advanced: boolean | undefined,
    signal: AbortSignal,
  ): Promise<SplitOutput | undefined>;
  /**
   * Returns the findings about settings that the service refuses for every target; undefined if the configuration has
   * errors.
   *
   * @throws {HttpError} 503 if too many calls are running or waiting, or the check takes too long
   */
  findRefused(
    config: NamedText,
    credentials: NamedText | undefined,
    advanced: boolean | undefined,
    signal: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined>;
  /** @throws {HttpError} 503 if too many calls are running or waiting, or the comparison takes too long */
  compare(before: Plan, after: Plan, signal: AbortSignal): Promise<PlanChanges>;
  /** @throws {HttpError} 503 if too many calls are running or waiting, or the check takes too long */
  checkBatch(input: BatchInput, signal: AbortSignal): Promise<CheckedBatch>;
  /**
   * Plans some rows of a batch.
   *
   * @throws {HttpError} 503 if too many calls are running or waiting, or the plans take too long
   */
  planRows(input: RowsInput, signal: AbortSignal): Promise<readonly PlannedRow[]>;
  /**
   * Separates the secrets from the configurations of some rows, which have no errors.
   *
   * @throws {HttpError} 503 if too many calls are running or waiting, or the separation takes too long
   */
  separateRows(input: SeparationInput, signal: AbortSignal): Promise<readonly SeparatedConfiguration[]>;
  /** @throws {HttpError} 503 if too many calls are running or waiting, or the conversion takes too long */
  convert(input: ConversionInput, signal: AbortSignal): Promise<ConvertedConfiguration>;
}

/** Maximum number of worker threads of the toolkit, which the planner and the index of packages share. */
export const PLANNER_THREADS = 3;
/** Milliseconds that a call may take in a thread; checking the longest configuration, 1 MiB, takes about 4 s. */
export const PLANNER_LIMIT = 30_000;
/**
 * Milliseconds for which a cancelled call may continue; most calls end sooner, and starting a new thread takes half a
 * second.
 */
const CANCEL_LIMIT = 500;
/** Maximum number of running and waiting calls; each may hold a body of 8 MiB. */
const CALL_LIMIT = 32;

/** Runs checks and plans in this thread, for tests and single executables, which have no files for threads. */
export const localPlanner: Planner = {
  check: (text, _signal, advanced) => Promise.resolve().then(() => checkText(text, advanced)),
  plan: planTarget,
  prepare: prepareInstallation,
  split: (config, credentials, advanced) =>
    Promise.resolve().then(() => splitSecrets(config, credentials, advanced)),
  findRefused: (config, credentials, advanced) =>
    Promise.resolve().then(() => findRefusedSettings(config, credentials, advanced)),
  compare: (before, after) => Promise.resolve().then(() => compareBoth(before, after)),
  checkBatch: (input) => Promise.resolve().then(() => checkBatch(input)),
  planRows,
  separateRows: (input) => Promise.resolve().then(() => separateRows(input)),
  convert: (input) => Promise.resolve().then(() => convertTexts(input)),
};

/**
 * Creates a planner that runs checks and plans in worker threads of the toolkit, if threads are available, so that
 * other requests can be answered in the meantime.
 */
export function createPlanner(toolkit: Pick<Toolkit, 'workers'>): Planner {
  if (!hasThreads()) return localPlanner;
  const module = new URL(import.meta.url.endsWith('.ts') ? './tasks.ts' : './tasks.js', import.meta.url).href;
  const calls = new Semaphore(CALL_LIMIT);
  const call = (name: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> =>
    callInThread(toolkit, { module, name, args, signal, cancelLimit: CANCEL_LIMIT });
  const run = async (name: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> => {
    if (!calls.tryAcquire()) {
      const headers = { 'retry-after': '5' };
      throw new HttpError('unavailable', { detail: 'Too many configurations are being checked', headers });
    }
    try {
      return await call(name, args, signal);
    } finally {
      calls.release();
    }
  };
  return {
    check: async (text, signal, advanced = false) =>
      (await run('checkText', [text, advanced], signal)) as CheckedConfiguration,
    split: async (config, credentials, advanced, signal) =>
      (await run('splitSecrets', [config, credentials, advanced], signal)) as SplitOutput | undefined,
    findRefused: async (config, credentials, advanced, signal) =>
      (await run('findRefusedSettings', [config, credentials, advanced], signal)) as
        | readonly Diagnostic[]
        | undefined,
    compare: async (before, after, signal) =>
      (await run('compareBoth', [before, after], signal)) as PlanChanges,
    plan: async (input, signal) => (await run('planTarget', [input, signal], signal)) as PlanOutput,
    prepare: async (input, wipe, signal) =>
      (await call('prepareInstallation', [input, wipe, signal], signal)) as Preparation,
    checkBatch: async (input, signal) => (await run('checkBatch', [input], signal)) as CheckedBatch,
    planRows: async (input, signal) =>
      (await run('planRows', [input, signal], signal)) as readonly PlannedRow[],
    separateRows: async (input, signal) =>
      (await run('separateRows', [input], signal)) as readonly SeparatedConfiguration[],
    convert: async (input, signal) => (await run('convertTexts', [input], signal)) as ConvertedConfiguration,
  };
}
