/** Starts the example as `npm start` does, and sends the README's requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBlocks, parseCommands } from '../../../scripts/docs/blocks.ts';
import { curl } from '../../../scripts/docs/curl.ts';
import { expectAnswer } from '../../../scripts/docs/page.ts';
import { folder, startBlog, type Blog } from './start-blog.ts';

const commands = parseBlocks(readFileSync(join(folder, 'README.md'), 'utf8')).flatMap((block) =>
  parseCommands(block),
);
const [, token = ''] = /^BLOG_TOKEN=(\S+) npm start -w examples\/blog$/.exec(commands[0]!.line) ?? [];

describe('the README of the example', () => {
  let blog: Blog | undefined;
  beforeAll(async () => {
    blog = await startBlog(token);
  });
  afterAll(() => blog?.stop());

  it('contains the start command', () => expect(token).not.toBe(''));
  it.each(commands.slice(1))('$line', async ({ line, output: shown }) => {
    expectAnswer(await curl(line, blog!.port, folder), shown);
  });
});
