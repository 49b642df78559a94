/** Runs all that the pages of this folder show, and checks the types of their files. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { describePage, writeFiles } from '../../testing/page.ts';
import { run } from '../../testing/start.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../../..');

// Inside the workspace, so that the packages are found, and outside node_modules, as a user's files are.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = globSync('*.md', { cwd: here }).sort();
const listed = readFileSync(join(here, 'README.md'), 'utf8');

for (const page of pages) {
  const text = readFileSync(join(here, page), 'utf8');
  const own = join(folder, page.replace('.md', ''));
  mkdirSync(own);
  writeFiles(text, own);
  describePage(page, text, own);
}

it('the list names every page', () => {
  const others = pages.filter((page) => page !== 'README.md');
  expect([...listed.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page).sort()).toEqual(others);
});

it('all files pass the type check', { timeout: 60_000 }, async () => {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { declaration: false, isolatedDeclarations: false },
    include: ['*/**/*.ts'],
    // Shown for the compiler to refuse.
    exclude: ['**/wrong*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { code, text } = await run([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], root);
  expect(text).toBe('');
  expect(code).toBe(0);
});
