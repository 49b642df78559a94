import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { printed } from '../bundles/application.ts';
import { copyWithDependencies } from './isolated-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-production-'));

/**
 * Declares tests of an application with both front ends that `writ build` and `tsc` compiled, in a folder with only the
 * packages that the compiled application depends on.
 *
 * @param project the folder in which all packages are installed
 * @param files the folder of the application, with its compiled files in `compiled`
 */
export function describeProduction(project: string, files: string): void {
  const run = (...argv: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync('node', argv, { cwd: folder, encoding: 'utf8', timeout: 400_000 });
  beforeAll(() => {
    for (const name of ['@writ/annotations', '@writ/controllers', '@writ/http'])
      copyWithDependencies(project, name, folder);
    cpSync(join(files, 'compiled'), join(folder, 'compiled'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'app.ts'), "console.log('started');");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('run compiled without the TypeScript parser and compiler', () => {
    const installed = globSync('node_modules/{[!@]*,@*/*}', { cwd: folder });
    expect(installed.filter((name) => /oxc|compiler/.test(name))).toEqual([
      'node_modules/@oxc-project/types',
    ]);
    expect(run('compiled/main.js')).toMatchObject({ stderr: '', stdout: printed, status: 0 });
  });

  it('report what to install if sources are loaded without the compiler', () => {
    const { status, stderr } = run('--import', '@writ/annotations/register', 'app.ts');
    expect(status).not.toBe(0);
    expect(stderr).toContain(
      'decorated TypeScript cannot be run without @writ/compiler: install it with `npm install --save-dev @writ/compiler`, or run the output of `writ build`',
    );
  });

  it('find the compiler in the packages of the application, as pnpm installs them', () => {
    // With pnpm, a package sees only its own dependencies; the application's packages are links.
    const application = mkdtempSync(join(tmpdir(), 'writ-linked-'));
    try {
      const store = join(application, 'store');
      copyWithDependencies(project, '@writ/compiler', store);
      mkdirSync(join(application, 'node_modules/@writ'), { recursive: true });
      const link = (target: string, name: string): void =>
        symlinkSync(target, join(application, 'node_modules/@writ', name));
      link(join(folder, 'node_modules/@writ/annotations'), 'annotations');
      link(join(store, 'node_modules/@writ/compiler'), 'compiler');
      writeFileSync(
        join(application, 'app.ts'),
        "enum Word { Started = 'started' }\nconsole.log(Word.Started);",
      );
      const argv = ['--import', '@writ/annotations/register', 'app.ts'];
      const ran = spawnSync('node', argv, { cwd: application, encoding: 'utf8', timeout: 400_000 });
      expect(ran).toMatchObject({ stderr: '', stdout: 'started\n', status: 0 });
    } finally {
      rmSync(application, { recursive: true, force: true });
    }
  });
}
