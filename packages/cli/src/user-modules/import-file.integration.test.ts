import { describe, expect, it } from 'vitest';
import { project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

describe('a file that cannot be loaded', () => {
  const broken = {
    'throws.ts': 'interface Unused { a: 1 }\nfunction deep() { throw new Error("not today"); }\ndeep();',
    'text.ts': 'throw "a text";',
    'nothing.ts': 'throw Object.create(null);',
    'syntax.ts': 'export const a = {;',
    'imports.ts': 'import "./syntax.ts";',
    'plain.js': 'export const one = 1;\nexport const a = {;',
    'plain-imports.ts': 'import "./plain.js";',
    'package.ts': 'import "nowhere";',
    'member.ts': 'import { no } from "./empty.ts";\nexport const yes = no;',
    'start.ts': `import { GET, RestRouter } from '@writ/annotations';
import { Toolkit } from '@writ/http';
class A { @GET('/{id') x() {} }
RestRouter.register(new Toolkit(), A).build();`,
    'not-called.ts': `import { GET, Path } from '@writ/annotations';
@Path('/notes')
export class Notes {
  @GET
  one(): string { return ''; }
}`,
    'empty.ts': '',
    'data.json': '{}',
    'folder/index.ts': '',
  };

  it.each([
    [
      'throws.ts',
      'writ: throws.ts cannot be loaded: Error: not today\n    at deep (throws.ts:2:25)\n    at throws.ts:3:1\n',
    ],
    ['text.ts', 'writ: text.ts cannot be loaded: it throws a text\n'],
    ['nothing.ts', 'writ: nothing.ts cannot be loaded: it throws a value that cannot be printed\n'],
    ['syntax.ts', /^syntax\.ts:1:19: error W2100 syntax: .*\n.*\n.*\^\nwrit: syntax\.ts cannot be loaded\n$/],
    [
      'imports.ts',
      /^syntax\.ts:1:19: error W2100 syntax: .*\n.*\n.*\^\nwrit: imports\.ts cannot be loaded\n$/,
    ],
    ['plain.js', /^writ: plain\.js cannot be loaded: SyntaxError: .*\n {4}at plain\.js:2:19\n.*\{;\n +\^\n$/],
    [
      'plain-imports.ts',
      /^writ: plain-imports\.ts cannot be loaded: SyntaxError: .*\n {4}at plain\.js:2:19\n/,
    ],
    [
      'package.ts',
      "writ: package.ts cannot be loaded: Cannot find package 'nowhere' imported from package.ts\n",
    ],
    ['member.ts', /^writ: member\.ts cannot be loaded: SyntaxError: .*'no'\n {4}at member\.ts:1:10\n/],
    ['start.ts', /^start\.ts:3:12: error W2001 [^]*\nwrit: start\.ts cannot be loaded\n$/],
    [
      'not-called.ts',
      /^writ: not-called\.ts cannot be loaded: TypeError: an annotation on Notes\.one must be called: write @GET\('\/'\)\n {4}at not-called\.ts:\d+:\d+\n$/,
    ],
    ['missing.ts', 'writ: cannot read missing.ts: file not found\n'],
    ['folder', 'writ: folder is a folder: pass files, or --prefix=MODULE for controllers\n'],
    [
      'data.json',
      'writ: data.json is not a module: its name must end in one of .ts, .mts, .cts, .js, .mjs, .cjs\n',
    ],
  ])('is reported: %s', async (file, message) => {
    const { status, stdout, stderr } = await runShared(project(broken), ['routes', file]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/node:internal|\/packages\//);
  });

  it('is reported by explain as well', async () => {
    const { status, stderr } = await runShared(project(broken), ['explain', 'GET', '/', 'throws.ts']);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^writ: throws\.ts cannot be loaded/) as unknown,
    });
  });

  it('is reported if it ends the process', async () => {
    const { status, stderr } = await runShared(project({ 'ends.ts': 'process.exit(0);' }), [
      'routes',
      'ends.ts',
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^writ: a module ended the process with status 0 while it was being loaded[^]*ends\.ts:1:9/,
    );
  });
});
