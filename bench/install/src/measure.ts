import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmdirSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseAccounts, parseMemory, type Usage } from './accounts.ts';

/** Milliseconds between memory samples. */
const INTERVAL = 50;
const script = fileURLToPath(new URL('../procedures/measure.sh', import.meta.url));

export interface MeasureOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Path of the file for the command's output. */
  readonly log: string;
  /** Time limit in milliseconds, after which all processes are killed. */
  readonly limit: number;
}

/**
 * Runs a command in a process namespace and measures it.
 *
 * @throws Error if the command fails, with the end of its output
 */
export async function measure(argv: readonly string[], options: MeasureOptions): Promise<Usage> {
  const { env, log, limit } = options;
  const group = createControlGroup();
  const output = openSync(log, 'w');
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, readMemory(group))), INTERVAL);
  try {
    const start = performance.now();
    const child = spawn('bash', [script, ...argv], {
      env: { ...env, CONTROL_GROUP: group ?? '' },
      stdio: ['ignore', output, output, 'pipe'],
      // Creates a process group, which is killed as a whole at the time limit.
      detached: true,
    });
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), limit);
    const accounts = text(child.stdio[3] as Readable);
    const [status] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    const wall = (performance.now() - start) / 1000;
    if (status !== 0) {
      const how = status === null ? `was killed after ${limit / 60_000} minutes` : `ended with ${status}`;
      throw new Error(
        `${argv.join(' ')} ${how}:\n${readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')}`,
      );
    }
    return { wall, ...parseAccounts(await accounts), memory: group === undefined ? undefined : peak };
  } finally {
    clearInterval(sampler);
    closeSync(output);
    if (group !== undefined) await removeControlGroup(group);
  }
}

/** Creates a memory control group of version 2 or 1; undefined if this machine supports neither version. */
function createControlGroup(): string | undefined {
  const name = `writ-bench-${process.pid}`;
  const version2 = '/sys/fs/cgroup/cgroup.subtree_control';
  const hasMemory = existsSync(version2) && readFileSync(version2, 'utf8').split(/\s/).includes('memory');
  const top = [hasMemory ? '/sys/fs/cgroup' : '', '/sys/fs/cgroup/memory'].find(
    (path) => path !== '' && existsSync(path),
  );
  if (top === undefined) return undefined;
  mkdirSync(`${top}/${name}`, { recursive: true });
  return `${top}/${name}`;
}

/** Removes a control group. Retries, because exited processes remain in the group for a moment. */
async function removeControlGroup(group: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return rmdirSync(group);
    } catch (error) {
      if (attempts === 50) throw error;
      await sleep(100);
    }
  }
}

function readMemory(group: string | undefined): number {
  return group === undefined ? 0 : parseMemory(readFileSync(`${group}/memory.stat`, 'utf8'));
}
