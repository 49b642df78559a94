import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const fixtures = fileURLToPath(new URL('../../packages/annotations/test/fixtures/', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * The compiler must reject the line after `// error TS2345: reason` with that code. After `-/TS1240`, the compiler must
 * reject the line only with standard decorators.
 */
function expected(file: string, mode: 0 | 1): string[] {
  const lines = readFileSync(join(fixtures, 'typing', file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const codes = /\/\/ error (TS\d+|-)(?:\/(TS\d+))?: /.exec(line);
    const code = codes?.[mode + 1] ?? codes?.[1];
    return code === undefined || code === '-' ? [] : [`${file}:${index + 2} ${code}: ${line.trim()}`];
  });
}

it.each([
  ['experimental', 'tsconfig.json', 0, ['hooks.ts', 'parameters.ts', 'routes.ts', 'urls.ts', 'verbs.ts']],
  ['standard', 'tsconfig.standard.json', 1, ['hooks.ts', 'routes.ts', 'urls.ts', 'verbs.ts']],
] as const)('handlers are checked against bindings under %s decorators', (_mode, config, mode, files) => {
  const args = [tsc, '--singleThreaded', '--noEmit', '--pretty', 'false', '-p', fixtures + config];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  const refused = [...stdout.matchAll(/fixtures\/(.+?)\((\d+),\d+\): error (TS\d+): /g)].map(
    ([, file, line, code]) => {
      const name = file!.replace(/^typing\//, '');
      const text = readFileSync(join(fixtures, file!), 'utf8').split('\n')[Number(line) - 2]!;
      return `${name}:${line} ${code}: ${text.trim()}`;
    },
  );
  expect([...new Set(refused)].toSorted()).toEqual(files.flatMap((file) => expected(file, mode)).toSorted());
});

it('every typing fixture except parameters.ts covers both decorator modes', () => {
  expect(readdirSync(join(fixtures, 'typing'))).toEqual([
    'hooks.ts',
    'parameters.ts',
    'routes.ts',
    'urls.ts',
    'verbs.ts',
  ]);
});
