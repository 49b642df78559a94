import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../shared/report.ts';
import { missingPrograms } from '../../install/src/programs.ts';
import { TIME_VARIABLE } from '../../shared/rounds.ts';
import type { BenchmarkPart, Need } from './parts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The outcome of a part. */
export type PartOutcome =
  | {
      readonly kind: 'measured';
      readonly report: Report;
      readonly seconds: number;
      /** Load average at the start. */
      readonly load: number;
      /** Whether other processes occupied the processors at the start. */
      readonly isBusy: boolean;
    }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The share of a part's time in which its rounds may begin. The rest is for its last round and its report. */
const SHARE_OF_ROUNDS = 0.85;

/**
 * Runs a part in its own process, with its output on this terminal. Stops it after `limit` seconds. Does not reject.
 */
export async function runPart(
  part: BenchmarkPart,
  args: readonly string[],
  limit: number,
): Promise<PartOutcome> {
  const { script, flags = [], needs = [] } = part;
  const missing = needs.map(describeMissing).find((reason) => reason !== undefined);
  if (missing !== undefined) return { kind: 'skipped', reason: missing };
  const folder = mkdtempSync(join(tmpdir(), 'writ-bench-'));
  const file = join(folder, 'report.json');
  const load = loadavg()[0]!;
  const start = performance.now();
  try {
    const child = spawn(process.execPath, [...flags, join(root, script), ...args, '--json', file], {
      cwd: root,
      env: { ...process.env, [TIME_VARIABLE]: String(limit * SHARE_OF_ROUNDS) },
      stdio: ['ignore', 'inherit', 'inherit'],
      // Creates a process group, which is killed as a whole at the time limit.
      detached: true,
    });
    const stop = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, limit * 1_000);
    process.once('exit', stop);
    const [status] = (await once(child, 'exit')) as [number | null];
    process.off('exit', stop);
    clearTimeout(timer);
    if (isLate) return { kind: 'failed', reason: `it took more than ${Math.ceil(limit)} seconds` };
    if (status !== 0)
      return {
        kind: 'failed',
        reason: status === null ? 'a signal ended it' : `it ended with status ${status}`,
      };
    if (!existsSync(file)) return { kind: 'failed', reason: 'it wrote no report' };
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const seconds = (performance.now() - start) / 1_000;
    return { kind: 'measured', report, seconds, load, isBusy: load > availableParallelism() };
  } catch (error) {
    return { kind: 'failed', reason: (error as Error).message };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describeMissing(need: Need): string | undefined {
  switch (need) {
    case 'root':
      return process.getuid?.() === 0 ? undefined : 'it needs root';
    case 'chromium':
      return existsSync('/usr/bin/chromium') ? undefined : 'it needs Chromium';
    case 'install programs': {
      const missing = missingPrograms(['sequential', 'archinstall', 'mkosi', 'floor']);
      return missing.length === 0 ? undefined : `programs are missing: ${missing.join(' ')}`;
    }
  }
}
