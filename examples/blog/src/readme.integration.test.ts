/** Starts the example as `npm start` does, and asks it what the README asks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, commandsOf } from '../../../scripts/docs/blocks.ts';
import { curl } from '../../../scripts/docs/curl.ts';
import { expectAnswer } from '../../../scripts/docs/page.ts';
import { folder, startBlog, type Blog } from './start-blog.ts';

const commands = blocksOf(readFileSync(join(folder, 'README.md'), 'utf8')).flatMap((block) =>
  commandsOf(block),
);
const [, token = ''] = /^BLOG_TOKEN=(\S+) npm start -w examples\/blog$/.exec(commands[0]!.line) ?? [];

describe('the README', () => {
  let blog: Blog | undefined;
  beforeAll(async () => {
    blog = await startBlog(token);
  });
  afterAll(() => blog?.stop());

  it('shows how to start it', () => expect(token).not.toBe(''));
  it.each(commands.slice(1))('$line', async ({ line, shown }) => {
    expectAnswer(await curl(line, blog!.port, folder), shown);
  });
});
