import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const source = resolve(fileURLToPath(import.meta.url), '../..');
const writ = resolve(source, '../bin/writ.js');
const folder = mkdtempSync(join(tmpdir(), 'writ-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'machine.json'), '{}');
writeFileSync(
  join(folder, 'watch.js'),
  `const { writeSync } = require('node:fs');
   require('node:module').registerHooks({
     load(url, context, next) {
       writeSync(2, 'LOADED ' + url + '\\n');
       return next(url, context);
     },
   });`,
);

/** The files of this package that a command loads, followed by `commander` if the command loads it. */
function loadedFiles(...argv: readonly string[]): readonly string[] {
  const { stderr } = spawnSync(process.execPath, ['--require', './watch.js', writ, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const files = [...stderr.matchAll(/^LOADED file:\/\/(.*)$/gm)].map(([, file = '']) => file);
  expect(files).not.toEqual([]);
  return files.flatMap((file) => {
    if (file.includes('/commander/')) return ['commander'];
    return file.startsWith(`${source}/`) ? [file.slice(source.length + 1)] : [];
  });
}

const isDeclaration = (file: string): boolean =>
  /\/commands?\.ts$/.test(file) && !file.startsWith('command-line/');

it('writ --version loads neither the declarations of commands nor commander', () => {
  const files = loadedFiles('--version');
  expect(files).toContain('main.ts');
  expect(files.filter((file) => file === 'commander' || isDeclaration(file))).toEqual([]);
});

it.each([
  ['check', 'check/command.ts', 'check/run.ts'],
  ['convert', 'convert/command.ts', 'convert/run.ts'],
  ['schema', 'schema/command.ts', 'schema/run.ts'],
])('writ %s loads its declaration and implementation, and no others', (name, declaration, run) => {
  const files = loadedFiles(name, ...(name === 'schema' ? [] : ['machine.json']));
  expect(files.filter(isDeclaration)).toEqual([declaration]);
  expect(files.filter((file) => file.endsWith('/run.ts'))).toEqual([run]);
  expect(files).not.toContain('command-line/help.ts');
});

it('writ check --help loads no implementation', () => {
  const files = loadedFiles('check', '--help');
  expect(files.filter(isDeclaration)).toEqual(['check/command.ts']);
  expect(files.filter((file) => file.endsWith('/run.ts'))).toEqual([]);
});

it('writ --help loads all declarations and no implementation', () => {
  const files = loadedFiles('--help');
  expect(files.filter(isDeclaration).length).toBeGreaterThan(10);
  expect(files.filter((file) => file.endsWith('/run.ts'))).toEqual([]);
});
