/** Changes a file while `writ dev` runs, as the page describes, and compares the output. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { project, write, writ } from '../../../packages/cli/test/project.ts';
import { parseBlocks, matchesOutput } from '../../../scripts/docs/blocks.ts';

const blocks = parseBlocks(readFileSync(new URL('command.md', import.meta.url), 'utf8'));

it('writ dev prints the changes to the route table', async () => {
  const { file, text } = blocks.find(({ language }) => language === 'ts')!;
  const shown = blocks.find(({ language, file: name }) => language === 'text' && name === 'dev')!.text;
  const directory = project({ [file]: text });
  const { child, waitForStderr, url } = writ(directory, ['dev', '--prefix=app', '--host=127.0.0.1:0']);
  await url;
  write(directory, { [file]: text.replace(/\n\}\n$/, '\n\n  DELETE(id: number) {}\n}\n') });
  const output = await waitForStderr(/ changed\n[^]* at http:\S+\n/);
  child.kill('SIGKILL');
  if (!matchesOutput(shown.trimEnd(), output)) expect(output).toBe(shown);
});
