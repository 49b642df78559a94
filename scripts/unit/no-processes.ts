/** Fails unit tests that start processes or threads, in their own code or in the code under test. */
import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

let refused: Error | undefined;

function refuse(what: string): never {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const name = file.replace('.test.ts', '.integration.test.ts');
  refused = new Error(
    `${file} starts ${what}, which unit tests must not do: rename it to ${name} (docs/testing.md)`,
  );
  throw refused;
}

// The code under test may have caught the error.
afterAll(() => {
  if (refused !== undefined) throw refused;
});

const refuseProcess = (): never => refuse('a process');
const names = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;
for (const name of names) Object.assign(childProcess, { [name]: refuseProcess });
Object.assign(cluster, { fork: refuseProcess });
Object.assign(workerThreads, {
  Worker: class extends workerThreads.Worker {
    constructor() {
      refuse('a thread');
      super('');
    }
  },
});
syncBuiltinESMExports();
