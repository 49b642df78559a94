/** Tests a page: writes its files, starts its servers, runs its commands, and compares the output. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runShared } from '../../packages/cli/test/shared-command.ts';
import { parseBlocks, parseCommands, matchesOutput, type Block, type Command } from './blocks.ts';
import { ANSWER_TIMEOUT, curl, summarizeAnswer, type Answer } from './curl.ts';
import { ExampleHost } from './host.ts';
import { runNode, type StartedServer } from './start.ts';
import { splitWords } from './shell-words.ts';

/**
 * Writes the files on a page and returns their names.
 *
 * @throws Error for a duplicate name, and for TypeScript without a name
 */
export function writeFiles(page: string, folder: string): readonly string[] {
  const files = parseBlocks(page).filter(({ language, file }) => language === 'ts' || file !== '');
  const seen = new Set<string>();
  for (const { file, text, line } of files) {
    if (file === '') throw new Error(`line ${line}: name the file, as in \`\`\`ts notes.ts`);
    if (seen.has(file)) throw new Error(`line ${line}: ${file} is already on the page`);
    seen.add(file);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return [...seen];
}

/**
 * Groups blocks by the preceding file that starts a server. The key of the blocks before the first of these files is
 * ''.
 */
function groupByServer(page: string): Map<string, Block[]> {
  const found = new Map<string, Block[]>([['', []]]);
  let current = '';
  for (const block of parseBlocks(page)) {
    if (block.language === 'ts' && block.text.includes('listen(')) found.set((current = block.file), []);
    else found.get(current)!.push(block);
  }
  return found;
}

/**
 * Declares a test for each request on a page, and for each other command with output. Its files are in `folder`.
 *
 * @param host the process of the page's servers, which the caller ends; default: a process of the page
 */
export function describePage(name: string, page: string, folder: string, host?: ExampleHost): void {
  describe(name, () => {
    const pageHost = host ?? new ExampleHost();
    if (host === undefined) afterAll(() => pageHost.end());
    it('contains TypeScript examples', () =>
      expect(parseBlocks(page).filter(({ language }) => language === 'ts')).not.toEqual([]));
    for (const [file, blocks] of groupByServer(page)) {
      const commands = blocks.flatMap((block) => parseCommands(block));
      if (file === '') describeCommands(commands, folder, () => undefined);
      // Other tests start the files that need a database.
      else if (commands.length > 0) {
        describe(file, () => {
          let server: StartedServer | undefined;
          // A file is started only if the page sends requests to it; otherwise, it is an example that fails.
          if (commands.some(({ line }) => line.startsWith('curl '))) {
            beforeAll(async () => {
              server = await pageHost.start(file, folder);
            });
            afterAll(() => server?.stop());
          }
          describeCommands(commands, folder, () => server?.port);
        });
      }
    }
  });
}

function describeCommands(
  commands: readonly Command[],
  folder: string,
  port: () => number | undefined,
): void {
  for (const { line, output: shown, isBody } of commands) {
    if (line.startsWith('curl ')) {
      it(line, { timeout: 2 * ANSWER_TIMEOUT }, async () => {
        const serverPort = port();
        if (serverPort === undefined) throw new Error('no file above it listens');
        const response = await curl(line, serverPort, folder);
        if (isBody) expectOutput(shown!, response.text);
        else expectAnswer(response, shown);
      });
    } else if (shown !== undefined) {
      it(line, async () => {
        const text = await runCommand(line, folder);
        expectOutput(shown, text.replaceAll(`${folder}/`, ''));
      });
    }
  }
}

/** Runs a command line until it ends, and returns its output. */
async function runCommand(line: string, folder: string): Promise<string> {
  const [program, ...args] = splitWords(line);
  if (program === 'node') return (await runNode(args, folder)).text;
  if (program === 'npx' && args[0] === 'writ') {
    const { stdout, stderr } = await runShared(folder, args.slice(1));
    return stdout + stderr;
  }
  throw new Error(`${line}: only curl, node and npx writ are supported`);
}

/** Compares a response with `STATUS`, `STATUS BODY`, `STATUS Header: value`, or the body of a successful response. */
export function expectAnswer(answer: Answer, shown: string | undefined): void {
  const [, status, rest] = /^([1-5]\d\d)(?: (.*))?$/s.exec(shown ?? '') ?? [];
  if (status === undefined) {
    expect(answer.status, answer.text).toBeLessThan(300);
    if (shown !== undefined) expectOutput(shown, summarizeAnswer(answer));
    return;
  }
  expect(`${answer.status} ${rest === undefined ? '' : formatAnswer(answer, rest)}`.trim()).toSatisfy(
    (line: string) => matchesOutput(shown!, line),
    `shows ${shown}; the response was ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`,
  );
}

function formatAnswer(answer: Answer, shown: string): string {
  const [, name = ''] = /^([A-Z][\w-]*): /.exec(shown) ?? [];
  const value = answer.headers[name.toLowerCase()];
  return value === undefined ? summarizeAnswer(answer) : `${name}: ${value}`;
}

function expectOutput(shown: string, text: string): void {
  if (!matchesOutput(shown, text)) expect(text.trimEnd()).toBe(shown);
}
