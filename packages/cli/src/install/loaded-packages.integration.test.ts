import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const writ = resolve(fileURLToPath(import.meta.url), '../../../bin/writ.js');
const folder = mkdtempSync(join(tmpdir(), 'writ-loaded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const machine = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Worldwide: {} },
  '!root-password': 'x',
};
writeFileSync(join(folder, 'machine.json'), JSON.stringify(machine));
writeFileSync(join(folder, 'python.json'), JSON.stringify({ ...machine, profile: { path: './mine.py' } }));
writeFileSync(join(folder, 'mine.py'), 'packages = ["tree"]\n');
writeFileSync(
  join(folder, 'watch.js'),
  `require('node:module').registerHooks({
     load(url, context, next) {
       if (url.includes('/convert/src/')) require('node:fs').writeSync(2, 'LOADED ' + url + '\\n');
       return next(url, context);
     },
   });`,
);

/** Runs a command, which must succeed, and returns the files of @writ/convert that it loads. */
function loadedConvertFiles(...argv: readonly string[]): string[] {
  const { status, stderr } = spawnSync(process.execPath, ['--require', './watch.js', writ, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return [...stderr.matchAll(/^LOADED .*\/convert\/src\/(.*)$/gm)].map(([, file = '']) => file);
}

it('writ convert loads @writ/convert', () => {
  expect(loadedConvertFiles('convert', 'machine.json')).toContain('index.ts');
});

it('check and plan load @writ/convert only for a profile in Python', () => {
  const target = ['--target', 'machine.img'];
  expect(loadedConvertFiles('check', 'machine.json')).toEqual([]);
  // This entry imports the rest of the package on its first call.
  expect(loadedConvertFiles('plan', 'machine.json', ...target)).toEqual(['python.ts']);
  const reader = expect.arrayContaining(['python.ts', 'profile/python.ts']) as string[];
  expect(loadedConvertFiles('check', 'python.json')).toEqual(reader);
  expect(loadedConvertFiles('plan', 'python.json', ...target)).toEqual(reader);
}, 240_000);
