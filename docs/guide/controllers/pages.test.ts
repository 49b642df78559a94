/** Runs all that the pages of this folder show, and checks the types of their files. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, commandsOf, isShown, type Command } from '../../testing/blocks.ts';
import { curl } from '../../testing/curl.ts';
import { expectAnswer, writeFiles } from '../../testing/page.ts';
import { run } from '../../testing/start.ts';
import { isServer, serve, toArguments, type Serving } from './serve.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../../..');

// Inside the workspace, so that the packages are found, and outside node_modules, as a user's files are.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = globSync('*.md', { cwd: here }).sort();

for (const page of pages) {
  const text = readFileSync(join(here, page), 'utf8');
  const own = join(folder, page.replace('.md', ''));
  mkdirSync(own);
  writeFiles(text, own);
  describe(page, () => {
    it('is run', () => expect(blocksOf(text).some(({ language }) => language === 'ts')).toBe(true));
    for (const [index, { server, commands }] of sectionsOf(text).entries()) {
      describe(server ?? `part ${index}`, () => describeSection(own, server, commands));
    }
  });
}

/** A command that serves, and those that ask it; the first may have none. */
interface Section {
  readonly server: string | undefined;
  readonly commands: Command[];
}

function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [{ server: undefined, commands: [] }];
  for (const command of blocksOf(text).flatMap((block) => commandsOf(block))) {
    if (isServer(command)) sections.push({ server: command.line, commands: [] });
    else sections.at(-1)!.commands.push(command);
  }
  return sections.filter(({ server, commands }) => server !== undefined || commands.length > 0);
}

function describeSection(own: string, server: string | undefined, commands: readonly Command[]): void {
  let serving: Serving | undefined;
  if (server !== undefined) {
    beforeAll(async () => {
      serving = await serve(server, own);
    }, 60_000);
    afterAll(() => serving?.stop());
    it('is asked', () => expect(commands.some(({ line }) => line.startsWith('curl '))).toBe(true));
  }
  it.each(commands)('$line', async ({ line, shown }) => {
    if (line.startsWith('curl ')) return expectAnswer(await curl(line, serving!.port, own), shown);
    const { text } = await run(toArguments(line), own);
    const output = text.replaceAll(`${own}/`, '');
    if (!isShown(shown!, output)) expect(output.trimEnd()).toBe(shown);
  });
}

it('the list names every page', () => {
  const listed = readFileSync(join(here, 'README.md'), 'utf8');
  const others = pages.filter((page) => page !== 'README.md');
  expect([...listed.matchAll(/\]\((\w+\.md)\)/g)].map(([, page]) => page).sort()).toEqual(others);
});

it('all files pass the type check', { timeout: 60_000 }, async () => {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { declaration: false, isolatedDeclarations: false },
    include: ['*/**/*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { code, text } = await run([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], root);
  expect(text).toBe('');
  expect(code).toBe(0);
});
