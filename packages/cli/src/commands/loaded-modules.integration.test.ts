import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  join(folder, 'app.mjs'),
  `import { Controller } from '@writ/controllers';
   export class Default extends Controller { GET() {} }`,
);
symlinkSync(resolve(source, '../../../node_modules'), join(folder, 'node_modules'));
writeFileSync(
  join(folder, 'watch.js'),
  `const { writeSync } = require('node:fs');
   if (require('node:cluster').isPrimary) require('node:module').registerHooks({
     load(url, context, next) {
       writeSync(2, 'LOADED ' + url + '\\n');
       return next(url, context);
     },
   });`,
);

/**
 * The files of this package that a command loads, `commander` if the command loads it, and the names of Writ's other
 * packages that it loads. The worker processes of the command do not count.
 */
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
    const [, other] = /\/packages\/([^/]+)\/src\//.exec(file) ?? [];
    if (file.startsWith(`${source}/`)) return [file.slice(source.length + 1)];
    return other === undefined ? [] : [`@writ/${other}`];
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

it.each([
  ['writ --workers', ['--workers=1']],
  ['writ dev', ['dev']],
])('%s loads no package that serves controllers in the process that starts the workers', (_, argv) => {
  // The worker cannot listen on this address, which ends the command.
  const files = loadedFiles(...argv, '--prefix=app', '--host=192.0.2.1:8080');
  expect(files).toContain('workers/worker.ts');
  expect(new Set(files.filter((file) => file.startsWith('@writ/')))).toEqual(new Set(['@writ/diagnostics']));
});
