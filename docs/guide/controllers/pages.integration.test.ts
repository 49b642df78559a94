/** Runs all examples on the pages of this folder. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShared } from '../../../packages/cli/test/shared-command.ts';
import { parseBlocks, parseCommands, matchesOutput, type Command } from '../../../scripts/docs/blocks.ts';
import { curl } from '../../../scripts/docs/curl.ts';
import { expectAnswer } from '../../../scripts/docs/page.ts';
import { runNode } from '../../../scripts/docs/start.ts';
import { expectAllListed, openGuide } from '../guide-pages.ts';
import { isServer, serve, toArguments, toCommand, type Serving } from './serve.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
for (const { name, text, folder } of guide.pages) {
  describe(name, () => {
    it('contains TypeScript examples', () =>
      expect(parseBlocks(text).some(({ language }) => language === 'ts')).toBe(true));
    for (const [index, { server, commands }] of sectionsOf(text).entries()) {
      describe(server ?? `part ${index}`, () => describeSection(folder, server, commands));
    }
  });
}

expectAllListed(guide);

/** A page's commands, each with the preceding command that starts a server, if there is one. */
interface Section {
  readonly server: string | undefined;
  readonly commands: Command[];
}

function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [{ server: undefined, commands: [] }];
  for (const command of parseBlocks(text).flatMap((block) => parseCommands(block))) {
    if (isServer(command)) sections.push({ server: command.line, commands: [] });
    else sections.at(-1)!.commands.push(command);
  }
  return sections.filter(({ server, commands }) => server !== undefined || commands.length > 0);
}

function describeSection(own: string, server: string | undefined, commands: readonly Command[]): void {
  let serving: Serving | undefined;
  if (server !== undefined) {
    beforeAll(async () => {
      serving = await serve(server, own);
    }, 240_000);
    afterAll(() => serving?.stop());
    it('receives at least one request from the page', () =>
      expect(commands.some(({ line }) => line.startsWith('curl '))).toBe(true));
  }
  it.each(commands)('$line', async ({ line, output: shown }) => {
    if (line.startsWith('curl ')) return expectAnswer(await curl(line, serving!.port, own), shown);
    const output = (await run(line, own)).replaceAll(`${own}/`, '');
    if (!matchesOutput(shown!, output)) expect(output.trimEnd()).toBe(shown);
  });
}

/** Runs a command that ends by itself, and returns its output. */
async function run(line: string, folder: string): Promise<string> {
  const argv = toCommand(line);
  if (argv === undefined) return (await runNode(toArguments(line), folder)).text;
  const { stdout, stderr } = await runShared(folder, argv);
  return stdout + stderr;
}
