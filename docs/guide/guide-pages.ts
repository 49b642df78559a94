import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { writeFiles } from '../../scripts/docs/page.ts';
import { runNode } from '../../scripts/docs/start.ts';

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

export interface GuidePage {
  /** Such as `routes.md`. */
  readonly name: string;
  readonly text: string;
  /** Where the files that it shows lie. */
  readonly folder: string;
}

export interface Guide {
  readonly pages: readonly GuidePage[];
  /** Holds the folders of the pages. */
  readonly folder: string;
}

/** The pages of a folder with the files that they show, which are gone when the tests end. */
export function openGuide(here: string): Guide {
  // Inside the workspace, so that the packages are found, and outside node_modules, as a user's files are.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/guide-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pages = globSync('*.md', { cwd: here })
    .sort()
    .map((name): GuidePage => {
      const text = readFileSync(join(here, name), 'utf8');
      const own = join(folder, name.replace('.md', ''));
      mkdirSync(own);
      writeFiles(text, own);
      return { name, text, folder: own };
    });
  return { pages, folder };
}

/** A test that the list of the guide, its README, names every page. */
export function expectAllListed({ pages }: Guide): void {
  it('the list names every page', () => {
    const isList = ({ name }: GuidePage): boolean => name === 'README.md';
    const others = pages.filter((page) => !isList(page)).map(({ name }) => name);
    const listed = pages.find(isList)!.text.matchAll(/\]\(([\w-]+\.md)\)/g);
    expect([...listed].map(([, name]) => name).sort()).toEqual(others);
  });
}

/** A test that all files of all pages pass the type check; `shown` is a tsconfig.json among them, else it is the workspace's. */
export function expectTypes({ folder }: Guide, shown?: string): void {
  it(`all files pass the type check of ${shown ?? 'the workspace'}`, { timeout: 60_000 }, async () => {
    const compilerOptions =
      shown === undefined ? { declaration: false, isolatedDeclarations: false } : { noEmit: true };
    const config = {
      extends: join(shown === undefined ? root : folder, shown ?? 'tsconfig.json'),
      compilerOptions,
      include: ['*/**/*.ts'],
      // Shown for the compiler to refuse.
      exclude: ['**/wrong*.ts'],
    };
    const file = join(folder, shown === undefined ? 'workspace.json' : 'shown.json');
    writeFileSync(file, JSON.stringify(config));
    const { code, text } = await runNode([tsc, '-p', file], root);
    expect(text).toBe('');
    expect(code).toBe(0);
  });
}
