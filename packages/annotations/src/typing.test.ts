import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const fixtures = fileURLToPath(new URL('../test/fixtures/', import.meta.url));
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

// Each refusal in the fixtures carries @ts-expect-error, which is an error itself where nothing is refused.
it.each([
  ['experimental', 'tsconfig.json'],
  ['standard', 'tsconfig.standard.json'],
])('handlers are checked against bindings under %s decorators', (_mode, config) => {
  const args = [tsc, '--noEmit', '-p', fixtures + config];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
