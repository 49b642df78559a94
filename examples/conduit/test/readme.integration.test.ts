/** Starts the example as `npm start` does, and sends the README's requests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBlocks, parseCommands } from '../../../scripts/docs/blocks.ts';
import { curl } from '../../../scripts/docs/curl.ts';
import { expectAnswer } from '../../../scripts/docs/page.ts';
import { folder, startConduit, type StartedConduit } from './start-conduit.ts';

const commands = parseBlocks(readFileSync(join(folder, 'README.md'), 'utf8')).flatMap((block) =>
  parseCommands(block),
);

describe('the README of the example', () => {
  let conduit: StartedConduit | undefined;
  beforeAll(async () => {
    conduit = await startConduit('annotations');
  });
  afterAll(() => conduit?.stop());

  it('contains the commands that start the example and run the client script', () => {
    const others = commands.filter(({ line }) => !line.startsWith('curl '));
    expect(others.map(({ line }) => line)).toEqual([
      'npm start -w examples/conduit',
      'npm run article -w examples/conduit',
    ]);
  });
  it.each(commands.filter(({ line }) => line.startsWith('curl ')))(
    '$line',
    async ({ line, output: shown }) => {
      expectAnswer(await curl(line, conduit!.port, folder), shown);
    },
  );
});
