import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { application, argv, buildProject, node } from '../../test/built-application.ts';
import { page, project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

describe('writ build for files that contain annotated classes', () => {
  let built: string;
  beforeAll(async () => {
    built = await buildProject();
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));

  it('writes the same content again for unchanged sources, and writes JavaScript if the file name ends in .js', async () => {
    const first = readFileSync(join(built, 'annotations.gen.ts'), 'utf8');
    expect(first).toMatch(/^\/\/ Written by writ build main\.ts; changes are overwritten\.\n/);
    expect((await runShared(built, argv)).status).toBe(0);
    expect(readFileSync(join(built, 'annotations.gen.ts'), 'utf8')).toBe(first);
    const { status, stderr } = await runShared(built, ['build', 'search.ts', '-o', 'types.js']);
    expect([status, stderr]).toEqual([0, 'writ: the types of 2 classes in types.js\n']);
    expect(node(built, '--check', 'types.js').stderr).toBe('');
  });

  it('does not replace a module that it did not write', async () => {
    const directory = project(application);
    writeFileSync(join(directory, 'annotations.gen.ts'), 'export {};\n');
    const { status, stderr } = await runShared(directory, argv);
    expect([status, stderr]).toEqual([
      3,
      'writ: annotations.gen.ts was not written by writ build and is not replaced\n',
    ]);
    expect(existsSync(join(directory, 'controllers.gen.ts'))).toBe(false);
  });

  it('writes neither module if one front end has an error', async () => {
    const directory = project({ ...application, 'search.ts': 'export class {' });
    const { status, stderr } = await runShared(directory, argv);
    expect(status).toBe(1);
    expect(stderr).toContain('search.ts:1:15: error W3103');
    expect(stderr).toContain('writ: nothing was written: 1 error');
    expect(existsSync(join(directory, 'controllers.gen.ts'))).toBe(false);
    expect(existsSync(join(directory, 'annotations.gen.ts'))).toBe(false);
  });

  it.each([
    ['none.ts', 'cannot read none.ts'],
    ['app', 'app is a folder'],
    ['levels.ts', 'no annotated class in levels.ts or in the modules imported from there'],
  ])('exits with 2 for %s', async (file, message) => {
    const { status, stderr } = await runShared(project(application), ['build', file]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('writ build --strict', () => {
  it.each([
    [
      'a class that is not exported',
      ['search.ts'],
      {
        'search.ts':
          "import { QueryParam } from '@writ/annotations';\nclass Search { @QueryParam('x') x!: 1; }",
      },
      'search.ts:2:7: warning W2134 unexported-class: Search is not exported',
      'annotations.gen.ts',
    ],
    [
      'a warning of a controller',
      ['--prefix=app.pages'],
      {
        'app/pages/index.ts': `${page}export class Default extends Controller { GET() { return 1; } }`,
        'app/pages/view.tsx': 'export {};',
      },
      'warning W31',
      'controllers.gen.ts',
    ],
  ])('writes no module for %s, and prints the warning', async (_, args, files, warning, output) => {
    const directory = project(files);
    const strict = await runShared(directory, ['build', ...args, '--strict']);
    expect(strict.status).toBe(1);
    expect(strict.stderr).toContain(warning);
    expect(strict.stderr).toMatch(/writ: nothing was written: 1 warning\n$/);
    expect(existsSync(join(directory, output))).toBe(false);
    const plain = await runShared(directory, ['build', ...args]);
    expect(plain.status).toBe(0);
    expect(plain.stderr).toContain(warning);
    expect(existsSync(join(directory, output))).toBe(true);
  });
});
