import { SourceText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkImports, type ImportTables } from './check.ts';

const tables: ImportTables = {
  packages: { base: [], top: ['base'] },
  floors: { top: [['words', 'numbers'], ['text'], [['app.ts', 'tool.ts']], ['index.ts']] },
};

/** The messages for these sources, by path, with their locations. */
function messagesFor(sources: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map(
    Object.entries(sources).map(([file, text]) => [file, new SourceText(file, text)] as const),
  );
  return checkImports(texts, tables).map(
    ({ file, range, message, hint }) => `${file}:${range?.start.line}: ${message} (${hint})`,
  );
}

describe('the direction of packages', () => {
  it('accepts imports of allowed packages by name', () => {
    expect(messagesFor({ 'packages/top/src/app.ts': "import { a } from '@writ/base';" })).toEqual([]);
  });

  it('rejects packages that the table does not allow, including in tests and dynamic imports', () => {
    expect(
      messagesFor({
        'packages/base/src/a.test.ts': "\nimport type { A } from '@writ/top';",
        'packages/base/src/b.ts': "export const b = () => import('@writ/top/more');",
      }),
    ).toEqual([
      'packages/base/src/a.test.ts:2: "@writ/top" is imported against the direction of the packages (packages/base may import no other package)',
      'packages/base/src/b.ts:1: "@writ/top/more" is imported against the direction of the packages (packages/base may import no other package)',
    ]);
  });

  it('accepts paths to scripts only in tests', () => {
    const text = "import { countWork } from '../../../scripts/work.ts';";
    expect(messagesFor({ 'packages/base/src/a.test.ts': text })).toEqual([]);
    expect(messagesFor({ 'packages/base/src/a.ts': text })).toHaveLength(1);
  });

  it('rejects a path into the folder of another package', () => {
    expect(messagesFor({ 'packages/top/src/app.ts': "import '../../base/src/index.ts';" })).toEqual([
      'packages/top/src/app.ts:1: "../../base/src/index.ts" is imported against the direction of the packages (import another package by its name, @writ/base)',
    ]);
  });

  it('applies the table to tool folders, and rejects paths into them', () => {
    expect(
      messagesFor({
        'tools/base/src/app.ts': "import '@writ/top';",
        'tools/new/src/app.ts': "import './other.ts';",
        'packages/top/src/app.ts': "import '../../../tools/base/src/app.ts';",
      }),
    ).toEqual([
      'tools/base/src/app.ts:1: "@writ/top" is imported against the direction of the packages (tools/base may import no other package)',
      'tools/new/src/app.ts:1: "./other.ts" is imported against the direction of the packages (add tools/new to scripts/imports/tables.ts)',
      'packages/top/src/app.ts:1: "../../../tools/base/src/app.ts" is imported against the direction of the packages (import another package by its name, @writ/base)',
    ]);
  });

  it('rejects a package that the table does not list', () => {
    expect(messagesFor({ 'packages/new/src/app.ts': "import '@writ/base';" })).toEqual([
      'packages/new/src/app.ts:1: "@writ/base" is imported against the direction of the packages (add packages/new to scripts/imports/tables.ts)',
    ]);
  });
});

describe('the direction of floors', () => {
  it('accepts imports from lower floors and from the same room, which may consist of several files', () => {
    expect(
      messagesFor({
        'packages/top/src/index.ts': "export { app } from './app.ts';",
        'packages/top/src/app.ts': "import '../src/words/word.ts';\nimport type { Tool } from './tool.ts';",
        'packages/top/src/tool.ts': '',
        'packages/top/src/text/line.ts': "import './page.ts';\nimport '../words/word.ts';",
      }),
    ).toEqual([]);
  });

  it('rejects imports from a higher floor, including type imports, dynamic imports and import() types', () => {
    expect(
      messagesFor({
        'packages/top/src/words/a.ts': "import type { Line } from '../text/line.ts';",
        'packages/top/src/words/b.ts': "export const load = () => import('../text/line.ts');",
        'packages/top/src/words/c.ts': "export type Line = import('../text/line.ts').Line;",
        'packages/top/src/words/d.ts': "export type { Line } from '../text/line.ts';",
      }),
    ).toEqual(
      ['a', 'b', 'c', 'd'].map(
        (name) =>
          `packages/top/src/words/${name}.ts:1: "../text/line.ts" is imported against the direction of the floors (words may import nothing from its package)`,
      ),
    );
  });

  it('rejects imports from another room on the same floor', () => {
    expect(messagesFor({ 'packages/top/src/words/a.ts': "import '../numbers/one.ts';" })).toEqual([
      'packages/top/src/words/a.ts:1: "../numbers/one.ts" is imported against the direction of the floors (words may import nothing from its package)',
    ]);
  });

  it('reports a room that the table does not list only once', () => {
    expect(
      messagesFor({
        'packages/top/src/other/a.ts': "import '../text/line.ts';",
        'packages/top/src/other/b.ts': "import '../text/line.ts';",
      }),
    ).toEqual([
      'packages/top/src/other/a.ts:1: packages/top/src/other has no floor (add it to a floor of top in scripts/imports/tables.ts)',
    ]);
  });

  it('lets tests and their support code import from every floor, and ignores imports in comments', () => {
    expect(
      messagesFor({
        'packages/top/src/words/a.test.ts': "import '../app.ts';",
        'packages/top/src/words/testing.ts': "import '../app.ts';",
        'packages/top/src/words/a.ts': "/** See {@link import('../app.ts').App}. */\nexport const a = 1;",
      }),
    ).toEqual([]);
  });
});

describe('rings of folders', () => {
  const ring = (message: string) => [
    `${message} (let imports lead in one direction only, including type imports)`,
  ];

  it('rejects two subfolders that import each other, counting type imports', () => {
    expect(
      messagesFor({
        'packages/top/src/text/a/one.ts': "import type { Two } from '../b/two.ts';",
        'packages/top/src/text/b/two.ts': '',
        'packages/top/src/text/b/three.ts': "import type { One } from '../a/one.ts';",
      }),
    ).toEqual(
      ring('packages/top/src/text/a/one.ts:1: imports in packages/top/src/text/ form a ring of a/, b/'),
    );
  });

  it('rejects a ring of three subfolders, and a ring of a subfolder and a file', () => {
    expect(
      messagesFor({
        'packages/top/src/text/a/one.ts': "import '../b/one.ts';",
        'packages/top/src/text/b/one.ts': "import '../c/one.ts';",
        'packages/top/src/text/c/two.ts': "import '../a/two.ts';",
        'packages/top/src/words/word.ts': "import './parts/part.ts';",
        'packages/top/src/words/parts/other.ts': "import '../word.ts';",
      }),
    ).toEqual([
      ...ring(
        'packages/top/src/text/a/one.ts:1: imports in packages/top/src/text/ form a ring of a/, b/, c/',
      ),
      ...ring(
        'packages/top/src/words/word.ts:1: imports in packages/top/src/words/ form a ring of parts/, word.ts',
      ),
    ]);
  });

  it('rejects a ring in a package without floors', () => {
    expect(
      messagesFor({
        'packages/base/src/a/one.ts': "import '../b/one.ts';",
        'packages/base/src/b/two.ts': "import '../a/two.ts';",
      }),
    ).toEqual(ring('packages/base/src/a/one.ts:1: imports in packages/base/src/ form a ring of a/, b/'));
  });

  it('rejects a ring of folders of a page, whose components are in .tsx files', () => {
    expect(
      messagesFor({
        'packages/base/page/parts/view.tsx':
          "import type { A } from '../text/a.ts';\nexport const b = (a: A) => <p>{a}</p>;",
        'packages/base/page/text/a.ts': "import '../parts/view.tsx';",
      }),
    ).toEqual(
      ring(
        'packages/base/page/parts/view.tsx:1: imports in packages/base/page/ form a ring of parts/, text/',
      ),
    );
  });

  it('accepts a subfolder that imports a file of its parent folder, if that file does not import the subfolder', () => {
    expect(
      messagesFor({
        'packages/base/src/a/all.ts': "import './parts/one.ts';",
        'packages/base/src/a/parts/one.ts': "import '../shared.ts';",
      }),
    ).toEqual([]);
  });
});

it('reports every import of a ring in one finding', () => {
  const texts = new Map(
    Object.entries({
      'packages/base/src/a/one.ts': "import '../b/one.ts';",
      'packages/base/src/b/two.ts': "\nimport '../a/two.ts';",
    }).map(([file, text]) => [file, new SourceText(file, text)] as const),
  );
  expect(checkImports(texts, tables)).toMatchObject([
    {
      file: 'packages/base/src/a/one.ts',
      related: [
        {
          file: 'packages/base/src/b/two.ts',
          range: { start: { line: 2 } },
          message: 'packages/base/src/b/two.ts imports ../a/two.ts',
        },
      ],
    },
  ]);
});

describe('rings of files', () => {
  const files = (count: number, statement: (next: number) => string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_each, index) => [
        `packages/base/src/f${index}.ts`,
        statement((index + 1) % count),
      ]),
    );

  it('rejects a ring of value imports of two files', () => {
    expect(messagesFor(files(2, (next) => `import './f${next}.ts';`))).toEqual([
      'packages/base/src/f0.ts:1: 2 files import each other in a ring: packages/base/src/f0.ts, packages/base/src/f1.ts (move their shared code into a file that imports none of them)',
    ]);
  });

  it('accepts a ring of 8 files with type imports, and rejects a ring of 9', () => {
    const typed = (next: number) => `import type { F } from './f${next}.ts';`;
    expect(messagesFor(files(8, typed))).toEqual([]);
    expect(messagesFor(files(9, typed))).toEqual([
      expect.stringContaining(
        '9 files import each other in a ring, including type imports: packages/base/src/f0.ts',
      ),
    ]);
  });
});

describe('unit tests', () => {
  it('may import code that uses modules for starting processes, and types from such modules', () => {
    expect(
      messagesFor({
        'packages/base/src/run.ts': "import { spawn } from 'node:child_process';",
        'packages/base/src/a.test.ts':
          "import './run.ts';\nimport type { ChildProcess } from 'node:child_process';",
        'packages/base/src/b.integration.test.ts': "import { spawn } from 'node:child_process';",
        'packages/base/src/c.fuzz.test.ts': "import { Worker } from 'node:worker_threads';",
        'e2e/d.test.ts': "import { spawn } from 'node:child_process';",
      }),
    ).toEqual([]);
  });

  it('are rejected if they import a module that starts processes or threads, even dynamically', () => {
    const hint = (name: string): string =>
      `rename it to ${name}.integration.test.ts; docs/testing.md lists the rules for unit tests`;
    expect(
      messagesFor({
        'packages/base/src/a.test.ts': "\nimport { spawn } from 'node:child_process';",
        'packages/base/test/cases/b.test.ts': "const { Worker } = await import('node:worker_threads');",
        'scripts/c.test.ts': "import cluster from 'node:cluster';",
      }),
    ).toEqual([
      `packages/base/src/a.test.ts:2: packages/base/src/a.test.ts is a unit test and imports "node:child_process" (${hint('a')})`,
      `packages/base/test/cases/b.test.ts:1: packages/base/test/cases/b.test.ts is a unit test and imports "node:worker_threads" (${hint('b')})`,
      `scripts/c.test.ts:1: scripts/c.test.ts is a unit test and imports "node:cluster" (${hint('c')})`,
    ]);
  });

  it('are rejected if their test support imports such a module, with the location of that import', () => {
    expect(
      messagesFor({
        'docs/page.test.ts': "import '../scripts/docs/page.ts';",
        'scripts/docs/page.ts': "import './start.ts';",
        'scripts/docs/start.ts': "\n\nimport { spawn } from 'node:child_process';",
        'packages/base/src/testing/run.ts': "import { fork } from 'node:child_process';",
        'packages/base/src/a.test.ts': "import { run } from './testing/run.ts';",
      }),
    ).toEqual([
      expect.stringMatching(
        /^scripts\/docs\/start\.ts:3: docs\/page\.test\.ts .* through scripts\/docs\/start\.ts /,
      ),
      expect.stringMatching(
        /^packages\/base\/src\/testing\/run\.ts:1: packages\/base\/src\/a\.test\.ts .* through /,
      ),
    ]);
  });
});
