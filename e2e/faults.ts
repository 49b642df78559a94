/** Assertions for all fault tests, and a limit on the number of parallel cases. */
import { execFileSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { Semaphore } from '@writ/diagnostics/internal';
import type { InstallEvent } from '@writ/installer';
import type { Workbench, Ended } from './installation.ts';

/** Time in milliseconds to wait for a turn. It exceeds the limits of the cases. */
const TURN_LIMIT = 3 * 60 * 60_000;

/** Limits the number of parallel cases. The time limit of a case excludes its waiting time. */
export function limitConcurrency(count: number): <T>(use: () => Promise<T>) => Promise<T> {
  const semaphore = new Semaphore(count);
  return async (use) => {
    if (!(await semaphore.acquire(TURN_LIMIT))) throw new Error(`no case ended within ${TURN_LIMIT} ms`);
    try {
      return await use();
    } finally {
      semaphore.release();
    }
  };
}

export interface Expected {
  readonly status: 3 | 4 | 130;
  /** Expected cause in the output. */
  readonly cause: RegExp;
  /** Expected next step in the output. */
  readonly next: RegExp;
}

/** Checks status, cause and next step, and that neither mounts nor processes remain. */
export async function expectEnd(
  ended: Ended,
  bench: Workbench,
  { status, cause, next }: Expected,
): Promise<void> {
  expect(ended.status, ended.stderr).toBe(status);
  expect(ended.stderr).toMatch(cause);
  expect(ended.stderr).toMatch(next);
  expect(bench.exists).toBe(false);
  expect(open(ended.events)).toEqual([]);
  await expectNothingLeft(bench);
}

/** Checks that the same command with --resume completes. */
export async function expectToResume(
  bench: Workbench,
  mirror: string,
  cache: string,
  args: readonly string[] = ['--resume'],
): Promise<void> {
  const again = await bench.install(mirror, args, { cache });
  expect(again.status, again.stderr).toBe(0);
  expect(bench.exists).toBe(true);
  await expectNothingLeft(bench);
}

export async function expectNothingLeft(bench: Workbench): Promise<void> {
  expect(bench.mounts).toEqual([]);
  // The processes of a killed run end shortly after it.
  await vi.waitFor(() => expect(bench.processes).toEqual([]), { timeout: 20_000, interval: 200 });
  expect(loops(bench.folder)).toEqual([]);
  expect(await bench.leaks()).toEqual([]);
}

/** Loop devices over files below a folder. */
function loops(folder: string): string[] {
  const listed = execFileSync('losetup', ['--list', '--noheadings', '--output', 'NAME,BACK-FILE'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((line) => line.includes(folder));
}

/** Steps that started and did not finish. */
function open(events: readonly InstallEvent[]): string[] {
  const begun = new Set<string>();
  for (const event of events) {
    if (event.type === 'start') begun.add(event.id);
    if (event.type === 'finish') begun.delete(event.id);
  }
  return [...begun];
}
