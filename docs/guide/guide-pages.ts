import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { writeFiles } from '../../scripts/docs/page.ts';
import { runNode } from '../../scripts/docs/start.ts';

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

export interface GuidePage {
  /** The file name, such as `routes.md`. */
  readonly name: string;
  readonly text: string;
  /** The folder with the page's files. */
  readonly folder: string;
}

export interface Guide {
  readonly pages: readonly GuidePage[];
  /** The folder that contains the folders of all pages. */
  readonly folder: string;
}

/** Opens the pages in a folder, and writes their files to a temporary folder, which is deleted when the tests end. */
export function openGuide(here: string): Guide {
  // The folder is inside the workspace, where the packages can be resolved, but outside node_modules, like a user's files.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/guide-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pages = globSync('*.md', { cwd: here })
    .sort()
    .map((name): GuidePage => {
      const text = readFileSync(join(here, name), 'utf8');
      const pageFolder = join(folder, name.replace('.md', ''));
      mkdirSync(pageFolder);
      writeFiles(text, pageFolder);
      return { name, text, folder: pageFolder };
    });
  return { pages, folder };
}

/** Registers a test that the guide's README links to every page. */
export function expectAllListed({ pages }: Guide): void {
  it('the README links to every page', () => {
    const isList = ({ name }: GuidePage): boolean => name === 'README.md';
    const others = pages.filter((page) => !isList(page)).map(({ name }) => name);
    const listed = pages.find(isList)!.text.matchAll(/\]\(([\w-]+\.md)\)/g);
    expect([...listed].map(([, name]) => name).sort()).toEqual(others);
  });
}

/**
 * Registers a type check of the files of all pages. @param shown a tsconfig.json among the files (default: the
 * workspace's tsconfig.json)
 */
export function expectTypes({ folder }: Guide, shown?: string): void {
  it(`all files pass the type check of ${shown ?? 'the workspace'}`, { timeout: 240_000 }, async () => {
    const compilerOptions =
      shown === undefined ? { declaration: false, isolatedDeclarations: false } : { noEmit: true };
    const config = {
      extends: join(shown === undefined ? root : folder, shown ?? 'tsconfig.json'),
      compilerOptions,
      include: ['*/**/*.ts'],
      // Files that demonstrate type errors.
      exclude: ['**/wrong*.ts'],
    };
    const file = join(folder, shown === undefined ? 'workspace.json' : 'shown.json');
    writeFileSync(file, JSON.stringify(config));
    const { code, text } = await runNode([tsc, '-p', file], root);
    expect(text).toBe('');
    expect(code).toBe(0);
  });
}
