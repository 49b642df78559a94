import { execFileSync } from 'node:child_process';

/** Time limit of a script in milliseconds. */
const LIMIT = 180_000;

/** Runs a script in a new process of Node; returns its output, which must be JSON. */
export function runScript<T>(script: string, args: readonly string[], flags: readonly string[] = []): T {
  const output = execFileSync(process.execPath, [...flags, script, ...args], {
    encoding: 'utf8',
    timeout: LIMIT,
    maxBuffer: 16 * 1024 ** 2,
  });
  return JSON.parse(output) as T;
}
