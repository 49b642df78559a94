import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';

/** Runs a module in a separate Node process, without loaders. */
function run(
  directory: string,
  code: string,
  prefix: string,
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: directory,
    env: { ...process.env, WRIT_PREFIX: prefix },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

const files = {
  'one.ts': 'export class Default extends Controller { GET(id?: number) { return { one: id }; } }',
  'two.ts': 'export class Two extends Controller { GET(): string { return "two"; } }',
  'wrong.ts':
    'export class Default extends Controller { GET(a: any) {} }\nexport class B extends Controller { FOO() {} }',
};

it('@writ/controllers/application exports a fetch handler for the prefixes in WRIT_PREFIX', () => {
  const code = `
    import entry from '@writ/controllers/application';
    for (const path of ['/3', '/two', '/x']) {
      const response = await entry.fetch(new Request('http://localhost' + path));
      console.log(response.status, (await response.text()).slice(0, 11));
    }`;
  const { stdout, stderr } = run(createLayout(files), code, 'one:two');
  expect(stderr).toBe('');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '200 {"one":3}',
    '200 "two"',
    expect.stringMatching(/^404 /),
  ]);
});

it('Application.factory creates an application that accepts further routes', () => {
  const code = `
    import { Application } from '@writ/controllers';
    import { route } from '@writ/http';
    const application = await Application.factory({ prefixes: ['two'] });
    application.router.add(route({ method: 'GET', path: '/more', handler: () => 'more' }));
    for (const path of ['/two', '/more']) {
      console.log(await (await application.fetch(new Request('http://localhost' + path))).text());
    }`;
  expect(run(createLayout(files), code, 'wrong')).toEqual({ status: 0, stdout: '"two"\nmore\n', stderr: '' });
});

it('@writ/controllers/application throws all findings on import', () => {
  const { status, stderr } = run(
    createLayout(files),
    `import '@writ/controllers/application';`,
    'wrong:nope',
  );
  expect(status).not.toBe(0);
  expect(stderr).toContain('prefix-missing');
  expect(stderr).toContain('wrong.ts:2:50: error W3401 type-unknown: Default.GET');
  expect(stderr).toContain('wrong.ts:3:37: error W3302 verb-unknown: B: FOO');
});

it('the error about an enum suggests the loader if no loader is registered', () => {
  const enums = {
    'colors.ts':
      'export enum Color { Red }\nexport class Default extends Controller { GET() { return Color.Red; } }',
  };
  const { status, stderr } = run(createLayout(enums), `import '@writ/controllers/application';`, 'colors');
  expect(status).not.toBe(0);
  expect(stderr).toContain('colors.ts: error W3104 module-import');
  expect(stderr).toContain(
    'hint: start Node with --import @writ/annotations/register, or use the writ command',
  );
});
