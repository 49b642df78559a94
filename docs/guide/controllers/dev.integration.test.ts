/** Changes a file while `writ dev` runs, as the page describes, and compares the output. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { project, write, writ } from '../../../packages/cli/test/project.ts';
import { parseBlocks, matchesOutput } from '../../../scripts/docs/blocks.ts';

const blocks = parseBlocks(readFileSync(new URL('command.md', import.meta.url), 'utf8'));

const { file, text } = blocks.find(({ language }) => language === 'ts')!;

/** The output on the page: the `text` block with this name. */
function shownOutput(name: string): string {
  return blocks.find((block) => block.language === 'text' && block.file === name)!.text;
}

it('writ dev prints the changes to the route table', async () => {
  const shown = shownOutput('dev');
  const directory = project({ [file]: text });
  const { child, waitForStderr, url } = writ(directory, ['dev', '--prefix=app', '--host=127.0.0.1:0']);
  await url;
  write(directory, { [file]: text.replace(/\n\}\n$/, '\n\n  DELETE(id: number) {}\n}\n') });
  const output = await waitForStderr(/ changed\n[^]* at http:\S+\n/);
  child.kill('SIGKILL');
  if (!matchesOutput(shown.trimEnd(), output)) expect(output).toBe(shown);
});

it('writ dev --diagnostics prints each finding in one line', async () => {
  const shown = shownOutput('diagnostics');
  const directory = project({ [file]: text });
  const argv = ['dev', '--prefix=app', '--host=127.0.0.1:0', '--diagnostics'];
  const { child, waitForStderr, url } = writ(directory, argv);
  await url;
  write(directory, { [file]: text.replace('GET(id: number', 'GET(id: any') });
  const output = await waitForStderr(/ changed\n[^]*checks end\n/);
  child.kill('SIGKILL');
  const printed = output.slice(output.indexOf(shown.slice(0, shown.indexOf('\n'))));
  if (!matchesOutput(shown.trimEnd(), printed)) expect(printed).toBe(shown);
});
