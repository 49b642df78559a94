/** Runs the client script, which uses the generated client, against both front ends of the running example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../scripts/docs/shell-words.ts';
import { runNode } from '../../../scripts/docs/start.ts';
import { folder, startConduit, type StartedConduit } from './start-conduit.ts';

const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<'article' | 'client', string>>;
};

/** Runs the script with the URL of a server. */
function runScript(url: string): ReturnType<typeof runNode> {
  const [, ...argv] = splitWords(scripts.article);
  return runNode([...argv, url], folder);
}

describe.each(['annotations', 'controllers'] as const)('the script, with %s,', (frontEnd) => {
  let conduit: StartedConduit | undefined;
  beforeAll(async () => {
    conduit = await startConduit(frontEnd);
  });
  afterAll(() => conduit?.stop());

  it('registers a user, logs in, and publishes and reads an article', async () => {
    const { code, text } = await runScript(`http://127.0.0.1:${conduit!.port}`);
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringMatching(/^(author-[0-9a-f]{8}) published "Tea by \1" \(tea\)\n$/) as unknown,
    });
  });

  it('reports a failed step', async () => {
    const { code, text } = await runScript(`http://127.0.0.1:${conduit!.port}/missing`);
    expect(code).toBe(1);
    expect(text).toContain('registration failed');
  });
});

it('the client is up to date (npm run client updates it)', async () => {
  const [, ...argv] = splitWords(scripts.client);
  const file = argv.pop()!.replace(/^--out=/, '');
  const command = join(folder, '../../packages/cli/bin/writ.js');
  const { code, text } = await runNode([command, ...argv], folder);
  expect({ code, text }).toEqual({ code: 0, text: readFileSync(join(folder, file), 'utf8') });
});
