/** Runs the page's examples, and compares its table with the known legacy keys. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { splitWords } from '../../../scripts/docs/shell-words.ts';
import { runShared, type ExitedCommand } from '../../../packages/cli/test/shared-command.ts';
import { legacyKeys } from '../../../packages/installer/src/config/legacy-keys.ts';

const page = readFileSync(new URL('convert.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'writ-convert-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content of the code block with the info string `head`. */
function block(head: string): string {
  const start = page.indexOf(`\`\`\`${head}\n`);
  expect(start, head).toBeGreaterThan(0);
  const from = start + head.length + 4;
  return page.slice(from, page.indexOf('```', from));
}

const run = (...argv: string[]): Promise<ExitedCommand> => runShared(folder, argv);

it('the first example is converted as shown on the page', async () => {
  for (const name of ['old.json', 'old-creds.json']) writeFileSync(join(folder, name), block(`json ${name}`));
  const [, command = ''] = /^`writ (convert old\.json .*?)` exits with 0/m.exec(page) ?? [];
  const { status, stderr } = await run(...command.split(' '));
  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'new.json'), 'utf8'))).toEqual(
    JSON.parse(block('json new.json')),
  );
  expect((await run('check', 'new.json')).status).toBe(0);
  for (const head of ['text', 'text keys'])
    for (const line of block(head).trim().split('\n')) expect(stderr.split('\n')).toContain(line);
});

it('the example with an existing partition is converted with its PARTUUID', async () => {
  writeFileSync(join(folder, 'existing.json'), block('json existing.json'));
  const { status, stderr } = await run('convert', 'existing.json');
  expect(status).toBe(1);
  for (const line of block('text unnamed').trim().split('\n')) expect(stderr.split('\n')).toContain(line);
  const [, command = ''] = /^`writ (convert existing\.json .*?)` exits with 0/m.exec(page) ?? [];
  expect((await run(...splitWords(command))).status).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'))).toEqual(
    JSON.parse(block('json kept.json')),
  );
  expect((await run('check', 'kept.json')).status).toBe(0);
});

it('the second example is converted only if its losses are accepted', async () => {
  writeFileSync(join(folder, 'encrypted.json'), block('json encrypted.json'));
  const { status, stderr } = await run('convert', 'encrypted.json', '-o', 'lost.json');
  expect(status).toBe(1);
  const lines = block('text lost').trim().split('\n');
  for (const line of lines) expect(stderr.split('\n')).toContain(line);
  expect(existsSync(join(folder, 'lost.json'))).toBe(false);
  const [, options = ''] = /(--accept-loss .*)$/.exec(lines.at(-1) ?? '') ?? [];
  expect((await run('convert', 'encrypted.json', '-o', 'accepted.json', ...options.split(' '))).status).toBe(
    0,
  );
  expect((await run('check', 'accepted.json')).status).toBe(0);
});

it.each(Object.keys(legacyKeys))('the table has a row for the key %s', (key) => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes(`\`${key}\``));
  expect(rows).not.toEqual([]);
});
