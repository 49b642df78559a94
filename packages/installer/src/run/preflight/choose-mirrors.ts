import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phrase, type Diagnostic } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import type { Requirements } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import type { RunContext } from '../context.ts';
import type { Step } from '../emitter.ts';
import { term } from '../../terms.ts';

/** Limits for measuring mirrors. */
interface MeasureOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit for all mirrors, in milliseconds (default: 10,000). */
  readonly limit?: number;
  /** Time limit for one mirror, in milliseconds (default: 4,000). */
  readonly each?: number;
}

/** A mirror that responded. */
interface MeasuredMirror {
  readonly address: string;
  /** Duration of the download of a package database. */
  readonly milliseconds: number;
}

const LIMIT = 10_000;
const MIRROR_LIMIT = 4000;
const PARALLEL = 10;
/**
 * Size limit in bytes. The database of core is a few hundred kilobytes in size; a response that exceeds the
 * limit is aborted.
 */
const MAXIMUM_SIZE = 2 * 1024 * 1024;

/** Measures mirrors. Returns those that respond in time, the fastest first. Never rejects. */
export async function measureMirrors(
  candidates: readonly string[],
  { signal, limit = LIMIT, each = MIRROR_LIMIT }: MeasureOptions = {},
): Promise<MeasuredMirror[]> {
  const ends = [AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])];
  const all = AbortSignal.any(ends);
  const answered: MeasuredMirror[] = [];
  const semaphore = new Semaphore(PARALLEL);
  const measureOne = async (address: string): Promise<void> => {
    if (!(await semaphore.acquire(limit))) return;
    try {
      if (all.aborted) return;
      const milliseconds = await measureMirror(address, AbortSignal.any([all, AbortSignal.timeout(each)]));
      if (milliseconds !== undefined) answered.push({ address, milliseconds });
    } finally {
      semaphore.release();
    }
  };
  await Promise.all(candidates.map(measureOne));
  return answered.toSorted((a, b) => a.milliseconds - b.milliseconds);
}

/**
 * Measures one mirror. Returns milliseconds, or undefined if the mirror does not provide its database in time.
 */
async function measureMirror(address: string, signal: AbortSignal): Promise<number | undefined> {
  const began = performance.now();
  try {
    const folder = address.replaceAll('$repo', 'core').replaceAll('$arch', 'x86_64');
    const response = await fetch(`${folder}/core.db`, { signal });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return undefined;
    }
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > MAXIMUM_SIZE) return undefined;
    }
    return bytes === 0 ? undefined : performance.now() - began;
  } catch {
    return undefined;
  }
}

/**
 * Writes the chosen mirrors to the file that the plan copies to the installed system. A resumed run calls
 * this function with the earlier run's choice.
 */
export async function writeChosenMirrors(scratch: string, chosen: readonly string[]): Promise<void> {
  const lines = [
    '## The fastest mirrors when this system was installed',
    ...chosen.map((address) => `Server = ${address}`),
  ];
  await writeFile(join(scratch, 'mirrorlist'), `${lines.join('\n')}\n`);
}

/**
 * Chooses the fastest of the plan's mirrors, logs them and writes their list for the installed system;
 * returns undefined if the plan requires all of its mirrors. Returns a finding if no mirror responds.
 */
export async function chooseMirrors(
  { mirrors, choose }: Pick<Requirements, 'mirrors' | 'choose'>,
  { signal, roots }: Pick<RunContext, 'signal' | 'roots'>,
  step: Pick<Step, 'log'>,
): Promise<readonly string[] | Diagnostic | undefined> {
  if (choose === 'all') return undefined;
  const measured = await measureMirrors(mirrors, { signal });
  if (measured.length === 0) {
    return refusal('mirror-unusable', `none of the ${mirrors.length} mirrors responded to the speed test`, {
      pointer: '/mirror-region',
      hint: phrase`check this machine's network connection, or pass a mirror with ${term('mirror')}`,
    });
  }
  step.log(`${measured.length} of ${mirrors.length} mirrors responded`);
  const best = measured.slice(0, choose);
  for (const { address, milliseconds } of best) {
    step.log(`chose the mirror ${address}: downloaded its database in ${Math.round(milliseconds)} ms`);
  }
  const chosen = best.map(({ address }) => address);
  await writeChosenMirrors(roots.scratch, chosen);
  return chosen;
}
