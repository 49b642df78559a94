import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { checkDocstrings } from './docstrings.ts';
import { publishedEntries } from './entries.ts';

const workspace = resolve(fileURLToPath(import.meta.url), '../../..');

let root: string | undefined;
afterEach(() => {
  if (root !== undefined) rmSync(root, { recursive: true });
  root = undefined;
});

/** The findings for a package `a` whose entry is `index.ts`. */
function findingsOf(files: Readonly<Record<string, string>>): readonly string[] {
  root = mkdtempSync(join(tmpdir(), 'writ-docstrings-'));
  const manifest = JSON.stringify({ name: '@writ/a', exports: { '.': './index.ts' } });
  for (const [file, text] of Object.entries({ 'package.json': manifest, ...files })) {
    const path = join(root, 'packages/a', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return checkDocstrings(root, publishedEntries(root));
}

describe('published entries', () => {
  const entries = publishedEntries(workspace);

  it('are the modules that applications import; each package follows its dependencies', () => {
    const specifiers = entries.map(({ specifier }) => specifier);
    expect(specifiers).toContain('@writ/http/kernel');
    expect(specifiers).not.toContain('@writ/diagnostics/internal');
    expect(specifiers.indexOf('@writ/http')).toBeLessThan(specifiers.indexOf('@writ/annotations'));
  });

  it('have a docstring for each public name and method', () => {
    expect(checkDocstrings(workspace, entries)).toEqual([]);
  });
});

describe('a missing docstring', () => {
  const head = '/** @module A. */\n';

  it('is reported if an entry has no @module description', () => {
    expect(findingsOf({ 'index.ts': '/** A. */\nexport const a = 1;' })).toEqual([
      'packages/a/index.ts:1 @writ/a does not begin with an @module docstring',
    ]);
  });

  it('is reported if another file declares an exported name, under any name and through any re-export', () => {
    const findings = findingsOf({
      'index.ts': `${head}import { c } from './c.ts';\nexport { b as other } from './b.ts';\nexport * from './d.ts';\nexport * as e from './e.ts';\nexport { c };`,
      'b.ts': 'const b = 1;\nexport { b };',
      'c.ts': '\nexport class c {}',
      'd.ts': '/** Documented. */\nexport interface D {}\n/* No docstring. */\nexport type d = 1;',
      'e.ts': 'export function e(): void {}',
    });
    expect(findings).toEqual([
      'packages/a/b.ts:1 b has no docstring',
      'packages/a/c.ts:2 c has no docstring',
      'packages/a/d.ts:4 d has no docstring',
      'packages/a/e.ts:1 e has no docstring',
    ]);
  });

  it('is reported for a method, except for overloads, private methods and implementations', () => {
    const findings = findingsOf({
      'index.ts': `${head}
/** A class. */
export class A {
  /** One. */
  a(x: string): void;
  a(x: number): void;
  a(): void {}
  #hidden() {}
  private alsoHidden() {}
  b() {}
}
/** An interface. */
export interface I {
  c(): void;
}
/** As the interface says. */
export class B implements I {
  c() {}
}`,
    });
    expect(findings).toEqual([
      'packages/a/index.ts:11 A.b has no docstring',
      'packages/a/index.ts:15 I.c has no docstring',
    ]);
  });

  it('is reported if a function throws and its docstring does not document the error', () => {
    const findings = findingsOf({
      'index.ts': `${head}
/** Fails. */
export function a() { if (a) throw new Error('no'); }
/** Throws always. */
export const b = () => { throw new Error('no'); };
/** Gives a function that fails. */
export const c = () => () => { throw new Error('no'); };`,
    });
    expect(findings).toEqual([
      'packages/a/index.ts:4 a throws, but its docstring does not document the error',
    ]);
  });

  it('is not reported for a name from another package', () => {
    expect(findingsOf({ 'index.ts': `${head}export { b } from '@writ/b';` })).toEqual([]);
  });
});
