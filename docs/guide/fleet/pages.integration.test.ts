/** Runs the examples on the pages: writes their files, runs their commands, and compares the output. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runShared } from '../../../packages/cli/test/shared-command.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';
import { runNode } from '../../../scripts/docs/start.ts';
import { expectAllListed, openGuide } from '../guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));

expectAllListed(guide);

/** Runs a line and returns its output; `# 1` at the end of the line is the expected exit status. */
async function runLine(line: string, folder: string): Promise<string> {
  const [, command = '', status = '0'] = /^writ (.*?)(?: # (\d))?$/.exec(line) ?? [];
  const ended = await runShared(folder, command.split(' '));
  expect([line, ended.status]).toEqual([line, Number(status)]);
  return ended.stdout + ended.stderr;
}

/** The commands on the pages about workers and machines do not end; other tests run them. */
const endless = new Set(['workers.md', 'machines.md']);
const ending = guide.pages.filter(({ name, text }) => !endless.has(name) && parseBlocks(text).length > 0);

describe.each(ending)('the page $name', (page) => {
  it('contains the actual output of its commands', async () => {
    let printed = '';
    for (const { language, file, text } of parseBlocks(page.text)) {
      if (file !== '') continue;
      if (language === 'sh') {
        printed = '';
        for (const line of text.trim().split('\n')) printed += await runLine(line, page.folder);
      } else {
        expect(language).toBe('text');
        for (const line of text.trimEnd().split('\n')) expect(printed.split('\n')).toContain(line);
      }
    }
  });
});

it('the program on the page about templates prints the secrets of each valid row', async () => {
  const folder = guide.pages.find(({ name }) => name === 'templates.md')!.folder;
  const { code, text } = await runNode([join(folder, 'rows.ts')], folder);
  expect(text.trim().split('\n')).toEqual([
    "1 [ 'root' ]",
    "2 [ 'root' ]",
    '3 undefined',
    "4 [ 'root' ]",
    "5 [ 'root' ]",
  ]);
  expect(code).toBe(0);
});
