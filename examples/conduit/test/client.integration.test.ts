/** Runs the client script, which uses the generated client, against both front ends of the running example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { splitWords } from '../../../scripts/docs/shell-words.ts';
import { runNode } from '../../../scripts/docs/start.ts';
import { folder, startConduit } from './start-conduit.ts';

const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<'article' | 'client', string>>;
};

it.each(['annotations', 'controllers'] as const)(
  'the script registers a user, logs in, and publishes and reads an article, with %s',
  async (frontEnd) => {
    const conduit = await startConduit(frontEnd);
    onTestFinished(() => conduit.stop());
    const [, ...argv] = splitWords(scripts.article);
    const { code, text } = await runNode([...argv, `http://127.0.0.1:${conduit.port}`], folder);
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringMatching(/^(author-[0-9a-f]{8}) published "Tea by \1" \(tea\)\n$/) as unknown,
    });
  },
);

it('the script reports a failed step', async () => {
  const conduit = await startConduit('annotations');
  onTestFinished(() => conduit.stop());
  const [, ...argv] = splitWords(scripts.article);
  const { code, text } = await runNode([...argv, `http://127.0.0.1:${conduit.port}/missing`], folder);
  expect(code).toBe(1);
  expect(text).toContain('registration failed');
});

it('the client is up to date (npm run client updates it)', async () => {
  const [, ...argv] = splitWords(scripts.client);
  const file = argv.pop()!.replace(/^--out=/, '');
  const command = join(folder, '../../packages/cli/bin/writ.js');
  const { code, text } = await runNode([command, ...argv], folder);
  expect({ code, text }).toEqual({ code: 0, text: readFileSync(join(folder, file), 'utf8') });
});
