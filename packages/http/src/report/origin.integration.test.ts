import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';
import { captureOrigin, originOf } from './origin.ts';

function declare(): ReturnType<typeof captureOrigin> {
  return captureOrigin(declare, { className: 'Notes', method: 'one' });
}

it('captureOrigin returns the location of the call and skips internal callers', () => {
  const here = new Error('here');
  const origin = declare();
  const line = originOf(here).line!;
  expect({ ...origin, file: origin.file, line: origin.line }).toEqual({
    className: 'Notes',
    method: 'one',
    file: import.meta.filename,
    line: line + 1,
  });
  expect(origin.column).toBeGreaterThan(1);
});

it.each([
  [
    'Error\n    at f (file:///a%20b/c.ts:3:4)\n    at g (/d.ts:1:1)',
    { file: '/a b/c.ts', line: 3, column: 4 },
  ],
  ['Error: text\n    at /d.ts:5:6', { file: '/d.ts', line: 5, column: 6 }],
  ['Error\n    at async Promise.all (index 0)', {}],
  ['', {}],
])(
  'originOf reads the location from the stack %j',
  (stack, { file, line, column }: { file?: string; line?: number; column?: number }) => {
    const origin = originOf({ stack });
    expect([origin.file, origin.line, origin.column]).toEqual([file, line, column]);
  },
);

it('an origin formats its stack lazily and only once', () => {
  let reads = 0;
  const origin = originOf({
    get stack() {
      reads += 1;
      return '';
    },
  });
  expect(reads).toBe(0);
  expect([origin.file, origin.line]).toEqual([undefined, undefined]);
  expect(reads).toBe(1);
});

it('captureOrigin restores Error.stackTraceLimit', () => {
  Error.stackTraceLimit = 7;
  declare();
  expect(Error.stackTraceLimit).toBe(7);
});

it.each([
  { flags: ['--enable-source-maps'], file: 'app.ts' },
  { flags: [], file: 'app.js' },
])('the origin of compiled code contains the script that ran (flags: $flags)', ({ flags, file }) => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-origin-'));
  try {
    const map = { version: 3, sources: ['app.ts'], names: [], mappings: 'AAAA;AAAA;AAAA;AAAA' };
    const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const app = `import { captureOrigin } from ${JSON.stringify(new URL('origin.ts', import.meta.url).href)};
      const here = () => captureOrigin(here);
      const { file, script } = here(); console.log(JSON.stringify([file, script]));
      //# sourceMappingURL=${url}`;
    writeFileSync(join(folder, 'app.js'), app);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const { stdout } = spawnSync(process.execPath, [...flags, join(folder, 'app.js')], {
      encoding: 'utf8',
      timeout: 120_000,
      env: { PATH: process.env['PATH'], ...nodeEnvironment },
    });
    expect(JSON.parse(stdout)).toEqual([join(folder, file), join(folder, 'app.js')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
