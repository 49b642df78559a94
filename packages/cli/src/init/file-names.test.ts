import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { assertFiles, chooseFiles, type InitValues } from './file-names.ts';
import type { Form } from './form.ts';
import type { Prompter } from '@writ/prompts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-init-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const form = { draft: () => ({ secrets: { root: 'hunter2' } }) } as unknown as Form;

/** Creates a prompter that replaces no file, answers with the names, and records each question and its explanation. */
function createPrompter(...names: string[]): {
  readonly prompter: Prompter;
  readonly asked: [string, string][];
} {
  let help = '';
  const asked: [string, string][] = [];
  const ask = <T>(message: string, answer: T): Promise<T> => {
    asked.push([message, help]);
    return Promise.resolve(answer);
  };
  const prompter = {
    explain: (text: string) => void (help = text),
    print: () => {},
    confirm: (message: string) => ask(message, false),
    text: (message: string) => ask(message, names.shift()),
  } as unknown as Prompter;
  return { prompter, asked };
}

it('the question about another file name explains why the name before cannot be used', async () => {
  const folder = makeFolder();
  const [config, creds, other] = ['config.json', 'creds.json', 'other.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(config, 'mine');
  const missing = join(folder, 'missing', 'a.json');
  const { prompter, asked } = createPrompter(missing, creds, other);
  expect(await chooseFiles(form, { output: config, creds }, prompter)).toEqual({
    output: creds,
    creds: other,
  });
  const exists = 'A file with this name exists; its content would be lost.';
  expect(asked).toEqual([
    [`${config} exists. Replace it`, exists],
    ['Another file name', exists],
    ['Another file name', `Another name is required: cannot write ${missing}: its folder does not exist.`],
    [
      'Another file name',
      `Another name is required: the configuration and the credentials are the same file, ${creds}: use two files.`,
    ],
  ]);
});

it.each([
  [{ output: '' }, '--output requires a file name'],
  [{ creds: '' }, '--creds requires a file name'],
])('the message about the empty name in %j names the option', async (given, message) => {
  const folder = makeFolder();
  const values = { output: join(folder, 'config.json'), creds: join(folder, 'creds.json'), ...given };
  await expect(assertFiles(values as InitValues)).rejects.toThrow(message);
});
