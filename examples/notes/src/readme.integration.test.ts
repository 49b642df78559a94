/** Starts the example as `npm start` does, and sends the README's requests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBlocks, parseCommands } from '../../../scripts/docs/blocks.ts';
import { curl } from '../../../scripts/docs/curl.ts';
import { expectAnswer } from '../../../scripts/docs/page.ts';
import { startServer, type StartedServer } from '../../../scripts/docs/start.ts';
import { splitWords } from '../../../scripts/docs/shell-words.ts';

const folder = resolve(import.meta.dirname, '..');
const data = mkdtempSync(join(tmpdir(), 'writ-notes-'));
const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const commands = parseBlocks(readFileSync(join(folder, 'README.md'), 'utf8')).flatMap((block) =>
  parseCommands(block),
);

describe('the README of the example', () => {
  let server: StartedServer | undefined;
  beforeAll(async () => {
    server = await startServer(splitWords(scripts.start).slice(1), folder, { NOTES_DATA: data });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it('contains the start command', () => expect(commands[0]?.line).toBe('npm start -w examples/notes'));
  it.each(commands.slice(1))('$line', async ({ line, output: shown }) => {
    expectAnswer(await curl(line, server!.port, folder), shown);
  });
});
