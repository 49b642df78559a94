import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { importModules } from './import-modules.ts';
import { extensionsFor } from './module-file.ts';
import { discoverModules } from './modules.ts';
import { discoverPrefixes } from './prefix.ts';

/** Returns `FILE /segments` for each module, and the rule of each finding. */
function find(directory: string, ...prefixes: string[]): { modules: string[]; findings: string[] } {
  const found = discoverPrefixes(directory, prefixes);
  const { modules, diagnostics } = discoverModules(found.roots);
  return {
    modules: modules.map(({ file, segments }) => `${relative(directory, file)} /${segments.join('/')}`),
    findings: [...found.diagnostics, ...diagnostics].map(({ rule, message }) => `${rule}: ${message}`),
  };
}

describe('a prefix', () => {
  it('is a file, a folder, or both', () => {
    const directory = createLayout({
      'one.ts': '',
      'app/two.ts': '',
      'app/two/three.ts': '',
      'app/two/index.ts': '',
    });
    expect(find(directory, 'one').modules).toEqual(['one.ts /']);
    expect(find(directory, 'app').modules).toEqual([
      'app/two.ts /two',
      'app/two/index.ts /two',
      'app/two/three.ts /two/three',
    ]);
    expect(find(directory, 'app.two', 'one').modules).toEqual([
      'app/two.ts /',
      'app/two/index.ts /',
      'app/two/three.ts /three',
      'one.ts /',
    ]);
  });

  it.each([
    ['nope', 'prefix-missing'],
    ['app.nope', 'prefix-missing'],
    ['', 'prefix-malformed'],
    ['../app', 'prefix-malformed'],
    ['..', 'prefix-malformed'],
    ['/etc', 'prefix-malformed'],
    ['app/controllers', 'prefix-malformed'],
    ['./app.ts', 'prefix-malformed'],
    ['LICENSE.app', 'prefix-missing'],
  ])('"%s" is reported as %s', (prefix, rule) => {
    const { modules, findings } = find(createLayout({ 'app/index.ts': '', LICENSE: '' }), prefix);
    expect(modules).toEqual([]);
    expect(findings).toMatchObject([expect.stringContaining(`${rule}: `)]);
  });

  it('is suggested in its correct form when it is misspelled', () => {
    const { diagnostics } = discoverPrefixes(createLayout({}), [
      './app/controllers/index.ts',
      'app.controllers.ts',
      'app/',
    ]);
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      expect.stringMatching(/; write app\.controllers\.index$/),
      expect.stringMatching(/; write app\.controllers$/),
      expect.stringMatching(/; write app$/),
    ]);
  });

  it('that is a symbolic link is an error', () => {
    const outside = createLayout({ 'controllers/index.ts': '' });
    const directory = createLayout({ 'inside/index.ts': '' });
    symlinkSync(join(outside, 'controllers'), join(directory, 'linked'));
    symlinkSync(outside, join(directory, 'far'));
    symlinkSync(join(directory, 'gone'), join(directory, 'dangling.ts'));
    for (const prefix of ['linked', 'far.controllers', 'dangling']) {
      expect(find(directory, prefix).findings).toMatchObject([expect.stringContaining('prefix-linked: ')]);
    }
  });

  it('may be omitted when exactly one default prefix exists', () => {
    expect(find(createLayout({ 'src/controllers/a.ts': '' })).modules).toEqual(['src/controllers/a.ts /a']);
    expect(find(createLayout({ 'controllers.ts': '' })).modules).toEqual(['controllers.ts /']);
    expect(find(createLayout({ 'other/a.ts': '' })).findings).toMatchObject([
      expect.stringContaining('prefix-missing: '),
    ]);
    expect(find(createLayout({ 'controllers.ts': '', 'app/controllers/a.ts': '' })).findings).toEqual([
      'prefix-ambiguous: controllers found in controllers/ and app/controllers/',
    ]);
  });
});

describe('modules', () => {
  it('include all files below the prefix, with path segments derived from the file names', () => {
    const directory = createLayout({
      'app/index.ts': '',
      'app/FooBar.ts': '',
      'app/foo_baz.mts': '',
      'app/deep/er/index.ts': '',
      'app/deep/er/index/x.ts': '',
      'app/default.ts': '',
      'app/plain.js': '',
      'app/v1.2.ts': '',
    });
    expect(find(directory, 'app')).toEqual({
      modules: [
        'app/index.ts /',
        'app/FooBar.ts /foo-bar',
        'app/default.ts /default',
        'app/foo_baz.mts /foo-baz',
        'app/plain.js /plain',
        'app/v1.2.ts /v1.2',
        'app/deep/er/index.ts /deep/er',
        'app/deep/er/index/x.ts /deep/er/index/x',
      ],
      findings: [],
    });
  });

  it('exclude ignored files', () => {
    const directory = createLayout({
      'app/types.d.ts': '',
      'app/a.test.ts': '',
      'app/a.spec.mts': '',
      'app/__tests__/a.ts': '',
      'app/_base.ts': '',
      'app/_lib/a.ts': '',
      'app/.hidden.ts': '',
      'app/page.html': '',
      'app/_view.tsx': '',
      'app/view.test.tsx': '',
      'app/types.d.cts': '',
      'app/__tests__/a.cts': '',
      'app/both.ts': '',
      'app/both.js': '',
      'app/both.cjs': '',
    });
    symlinkSync(join(directory, 'app/both.ts'), join(directory, 'app/linked.ts'));
    symlinkSync(directory, join(directory, 'app/round'));
    expect(find(directory, 'app')).toEqual({ modules: ['app/both.ts /both'], findings: [] });
  });

  it.each([
    ['app/view.tsx', '.tsx files are not loaded, so the controllers in this file are not served', 'view.ts'],
    [
      'app/deep/notes.cts',
      '.cts files are not loaded, so the controllers in this file are not served',
      'notes.ts',
    ],
    ['app/view.jsx', '.jsx files are not loaded, so the controllers in this file are not served', 'view.js'],
    [
      'app/index.cjs',
      '.cjs files are not loaded, so the controllers in this file are not served',
      'index.js',
    ],
    [
      'app/view.mtsx',
      '.mtsx files are not loaded, so the controllers in this file are not served',
      'view.ts',
    ],
  ])('%s is a warning, because files of this type are not loaded', (file, message, name) => {
    const directory = createLayout({ [file]: '', 'app/a.ts': '' });
    const { modules, diagnostics } = discoverModules(discoverPrefixes(directory, ['app']).roots);
    expect(modules).toHaveLength(1);
    expect(diagnostics).toEqual([
      {
        code: 'W3107',
        rule: 'module-kind',
        severity: 'warning',
        message,
        file: join(directory, file),
        hint: `rename it to ${name}, or begin its name with "_" if it has no controllers`,
      },
    ]);
  });

  it('of an unsupported type are listed in the hint if the prefix refers to one', () => {
    const { diagnostics } = discoverPrefixes(createLayout({ 'app/pages.tsx': '' }), ['app.pages']);
    expect(diagnostics).toMatchObject([
      {
        rule: 'prefix-missing',
        hint: expect.stringMatching(
          /^pages\.tsx exists, but .tsx files are not loaded: rename it to pages\.ts$/,
        ),
      },
    ]);
  });

  it.each([
    ['app/[[...rest]].ts', 'module-name: the name "[[...rest]]" is not a valid path segment'],
    ['app/[a b]/index.ts', 'module-name: the name "[a b]" is not a valid path segment'],
    ['app/[]/index.ts', 'module-name: the name "[]" is not a valid path segment'],
    ['app/[id]x.ts', 'module-name: the name "[id]x" is not a valid path segment'],
    ['app/a b.ts', 'module-name: the name "a b" is not a valid path segment'],
    ['app/(group)/a.ts', 'module-name: the name "(group)" is not a valid path segment'],
  ])('%s is reported', (file, finding) => {
    expect(find(createLayout({ [file]: '' }), 'app').findings).toEqual([finding]);
  });

  it('that are compiled are found by their JavaScript files', () => {
    const directory = createLayout({ 'app/a.js': '', 'app/a.d.ts': '', 'app/b.mjs': '', 'app/b.d.mts': '' });
    expect(find(directory, 'app')).toEqual({ modules: ['app/a.js /a', 'app/b.mjs /b'], findings: [] });
  });
});

describe('importing', () => {
  it('reports each module that fails, but a shared error only once', async () => {
    const directory = createLayout({
      // The same error, even if a loader of the tests runs the module once for each of two simultaneous imports.
      'bad.ts': `throw (globalThis[import.meta.url] ??= new TypeError('no database'));`,
      'user.ts': `import './bad.ts';`,
      'other.ts': `throw 'a text';`,
      'good.ts': 'export const one = 1;',
    });
    const files = ['bad.ts', 'user.ts', 'other.ts', 'good.ts'].map((name) => join(directory, name));
    const { namespaces, diagnostics } = await importModules(files);
    expect([...namespaces.keys()]).toEqual([join(directory, 'good.ts')]);
    const found = diagnostics.map(({ rule, message }) => `${rule}: ${message}`);
    expect(found).toContain('module-import: the module fails to load: TypeError: no database');
    expect(found).toContain('module-import: the module fails to load: a text');
    expect(found, found.join('\n')).toHaveLength(2);
    const shared = diagnostics.find(({ message }) => message.includes('no database'))!;
    const named = [shared.file, ...(shared.related ?? []).map(({ file }) => file)];
    expect(named).toEqual(expect.arrayContaining([join(directory, 'bad.ts'), join(directory, 'user.ts')]));
  });

  it('shows where an error was thrown, without the calls in Node', async () => {
    const directory = createLayout({
      'thrown.mjs': `throw new TypeError('no database');`,
      'unlinked.mjs': `import { missing } from './empty.mjs'; missing();`,
      'empty.mjs': '',
    });
    const thrown = join(directory, 'thrown.mjs');
    const unlinked = join(directory, 'unlinked.mjs');
    const { diagnostics } = await importModules([thrown, unlinked]);
    const callsOf = (path: string): readonly string[] =>
      diagnostics.find(({ file }) => file === path)!.related!.map(({ message }) => message);
    expect(callsOf(thrown)[0]).toContain('thrown.mjs:1');
    expect([...callsOf(thrown), ...callsOf(unlinked)].filter((call) => call.includes('node:'))).toEqual([]);
  });

  it.each(['throw Object.create(null);', `throw Object.assign(new Error(), { name: Symbol('n') });`])(
    'reports a module that runs `%s`',
    async (body) => {
      const file = join(createLayout({ 'odd.ts': body }), 'odd.ts');
      const { diagnostics } = await importModules([file]);
      const message = 'the module fails to load: it threw a value that cannot be printed';
      expect(diagnostics).toMatchObject([{ rule: 'module-import', file, message }]);
    },
  );

  it('reports a module that never settles', async () => {
    const directory = createLayout({ 'stuck.ts': 'await new Promise(() => {}); export {};' });
    const { diagnostics } = await importModules([join(directory, 'stuck.ts')], 50);
    expect(diagnostics).toMatchObject([
      {
        rule: 'module-import',
        file: join(directory, 'stuck.ts'),
        message: expect.stringContaining('0.05 s'),
      },
    ]);
  });
});

describe('a prefix that is an installed package', () => {
  /** Returns the path and the file of each discovered module; files are relative to the package. */
  function found(files: Readonly<Record<string, string>>, prefix: string): string[] {
    const directory = mkdtempSync(join(tmpdir(), 'writ-packages-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, 'node_modules', name)), { recursive: true });
      writeFileSync(join(directory, 'node_modules', name), content);
    }
    const { roots, diagnostics } = discoverPrefixes(directory, [prefix]);
    const { modules } = discoverModules(roots);
    return [
      ...diagnostics.map(({ rule }) => rule!),
      ...modules.map(({ file, segments }) => `${file.split('/node_modules/')[1]} /${segments.join('/')}`),
    ];
  }
  const manifest = (value: object): string => JSON.stringify(value);
  const notes = {
    '@acme/notes/package.json': manifest({
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    }),
    '@acme/notes/dist/index.js': '',
    '@acme/notes/dist/index.ts': '',
    '@acme/notes/dist/old/a.js': '',
    '@acme/notes/pages/[id].js': '',
    '@acme/notes/test/b.js': '',
    'single/package.json': manifest({ main: 'main.js' }),
    'single/main.js': '',
    'single/other.js': '',
    'plain/package.json': '{}',
    'plain/index.js': '',
    'broken/package.json': '{',
  };

  it.each([
    ['@acme/notes', ['@acme/notes/dist/index.js /', '@acme/notes/dist/old/a.js /old/a']],
    ['@acme/notes.old', ['@acme/notes/dist/old/a.js /a']],
    ['@acme/notes.pages', ['@acme/notes/pages/[id].js /[id]']],
    ['single', ['single/main.js /']],
    ['single.other', ['single/other.js /']],
    ['plain', ['plain/index.js /']],
    ['broken', ['prefix-missing']],
    ['unknown', ['prefix-missing']],
    ['@acme/notes.none', ['prefix-missing']],
    ['@acme', ['prefix-missing']],
    ['../notes', ['prefix-malformed']],
  ])('%s resolves to its modules', (prefix, modules) => {
    expect(found(notes, prefix)).toEqual(modules);
  });
});

it('extensionsFor lists first the extensions that the runtime can run', () => {
  expect(extensionsFor('/app', true)).toEqual(['.ts', '.mts', '.js', '.mjs']);
  expect(extensionsFor('/app', false)).toEqual(['.js', '.mjs', '.ts', '.mts']);
  expect(extensionsFor('/app/node_modules/x', true)[0]).toBe('.js');
});
