import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { writeFiles } from '../../scripts/docs/page.ts';

const root = resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');

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
