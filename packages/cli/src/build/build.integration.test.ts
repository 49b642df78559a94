import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { page, project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const pages = {
  'app/pages/index.ts': `${page}enum Color { Red = 'red' }
    export class Default extends Controller {
      GET({ color = Color.Red }: { color?: Color }) { return { color }; }
    }`,
  'more.ts': `${page}export class More extends Controller { GET(id: number) { return id; } }`,
};

describe('writ build', () => {
  it('writes a module from which the controllers below the prefixes are served', async () => {
    const directory = project(pages);
    const argv = ['build', '--prefix=app.pages', '--prefix=more'];
    expect(await runShared(directory, argv)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'writ: 2 routes in controllers.gen.ts\n',
    });
    const first = readFileSync(join(directory, 'controllers.gen.ts'), 'utf8');
    expect(first).toMatch(/^\/\/ Written by writ build --prefix=app\.pages --prefix=more; /);
    expect(first).toContain('from "./app/pages/index.ts"');
    expect((await runShared(directory, argv)).status).toBe(0);
    expect(readFileSync(join(directory, 'controllers.gen.ts'), 'utf8')).toBe(first);
  });

  it('uses WRIT_PREFIX and a different output file', async () => {
    const directory = project(pages);
    const { status } = await runShared(directory, ['build', '-o', 'table.js'], {
      env: { WRIT_PREFIX: 'more' },
    });
    expect(status).toBe(0);
    expect(readFileSync(join(directory, 'table.js'), 'utf8')).toContain('import { More } from "./more.ts"');
  });

  it('does not write a module if there are findings', async () => {
    const directory = project({ 'app.ts': `${page}export class A extends Controller { GET(id: any) {} }` });
    const { status, stderr } = await runShared(directory, ['build', '--prefix=app']);
    expect(status).toBe(1);
    expect(stderr).toContain('app.ts:2:45: error W3401');
    expect(stderr).toMatch(/writ: nothing was written: 1 error\n$/);
    expect(existsSync(join(directory, 'controllers.gen.ts'))).toBe(false);
  });

  it('does not replace a file that it did not write', async () => {
    const directory = project(pages);
    writeFileSync(join(directory, 'controllers.gen.ts'), 'export const mine = 1;\n');
    const { status, stderr } = await runShared(directory, ['build', '--prefix=more']);
    expect(status).toBe(3);
    expect(stderr).toBe('writ: controllers.gen.ts was not written by writ build and is not replaced\n');
    expect(readFileSync(join(directory, 'controllers.gen.ts'), 'utf8')).toBe('export const mine = 1;\n');
  });

  it.each([
    [['-o', 'table.json'], 2, 'invalid -o table.json'],
    [['-o', 'no/such/folder/table.ts'], 2, 'no/such/folder/table.ts cannot be written: ENOENT'],
    [['--perfix=more'], 2, 'unknown option --perfix; did you mean --prefix?'],
    [['more'], 2, 'more'],
  ])('%j exits with %i', async (argv, expected, message) => {
    const { status, stderr } = await runShared(project(pages), ['build', '--prefix=more', ...argv]);
    expect(status).toBe(expected);
    expect(stderr).toContain(message);
  });
});
