/** What every fault has to end like, and how cases share the machine. */
import { execFileSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { Semaphore } from '@writ/diagnostics/internal';
import type { InstallEvent } from '@writ/installer';
import type { Workbench, Ended } from './installation.ts';

/** Milliseconds; the limits of the cases themselves come long before it. */
const TURN_LIMIT = 3 * 60 * 60_000;

/** Runs this many cases at a time; the others wait, and their time does not count. */
export function turns(count: number): <T>(use: () => Promise<T>) => Promise<T> {
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
  /** What the person reads as the cause. */
  readonly cause: RegExp;
  /** What the person reads as the next step. */
  readonly next: RegExp;
}

/** It ends with its status, says why and what to do, and leaves nothing behind. */
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

/** The same command with these arguments goes on, and comes to the end. */
export async function expectToGoOn(
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
  // What a killed run had started dies with it, but not in the same instant.
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

/** Steps that began and did not end. */
function open(events: readonly InstallEvent[]): string[] {
  const begun = new Set<string>();
  for (const event of events) {
    if (event.type === 'start') begun.add(event.id);
    if (event.type === 'finish') begun.delete(event.id);
  }
  return [...begun];
}
