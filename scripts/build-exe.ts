/** Builds dist/writ, the single executable, and prints its size and the time that it takes to check a configuration. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExecutable } from './exe/build-executable.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const file = join(root, 'dist/writ');
const STARTS = 7;

mkdirSync(join(root, 'dist'), { recursive: true });
const bytes = await buildExecutable(file);
const check = ['check', join(root, 'examples/install/minimal.json')];
const fastest = Math.min(...Array.from({ length: STARTS }, () => milliseconds(file, check)));
console.log(
  `dist/writ: ${(bytes / 1e6).toFixed(1)} MB, Node.js ${process.versions.node}; checks a configuration in ${fastest.toFixed(0)} ms (fastest of ${STARTS})`,
);

function milliseconds(command: string, args: readonly string[]): number {
  const began = performance.now();
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 30_000 });
  return performance.now() - began;
}
