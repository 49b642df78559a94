import { printable } from '@writ/diagnostics';
import type { OptionValues } from '../command-line/declaration.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { assertDistinctFiles, type NamedFile } from '../files/distinct-files.ts';
import { assertWritable } from '../files/writable-file.ts';
import type { initCommand } from './command.ts';
import type { Form } from './form.ts';
import { fileExists } from './output-files.ts';
import type { Prompter } from '@writ/prompts';

export type InitValues = OptionValues<typeof initCommand.options>;

/**
 * Checks the files before the first question, because the answers would be lost if writing failed.
 *
 * @throws UsageError if the path of a new file is not suitable, or if both paths are the same file
 */
export async function assertFiles({ edit, from, output, creds, answers }: InitValues): Promise<void> {
  const config =
    edit === undefined
      ? ({ option: '--output', name: output, written: true } as const)
      : ({ option: '--edit', name: edit, written: true } as const);
  await assertDistinctFiles([
    config,
    { option: '--creds', name: creds, written: true },
    ...(from === undefined ? [] : [{ option: '--from', name: from }]),
  ]);
  if (edit !== undefined) return;
  await assertWritable('--output', output, []);
  if (answers === undefined) await assertWritable('--creds', creds, []);
}

/** The names of the new files. */
export type FileNames = Pick<InitValues, 'output' | 'creds'>;

/**
 * Asks for another name for each file whose path is not suitable, that is the same as the other output file, or that
 * exists and is not to be replaced.
 */
export async function chooseFiles(
  form: Form,
  { output, creds }: FileNames,
  prompter: Prompter,
): Promise<FileNames> {
  const hasSecrets = Object.keys(form.draft().secrets).length > 0;
  const choose = async (name: string, others: readonly NamedFile[] = []): Promise<string> => {
    let file = name;
    for (;;) {
      const problem = await findProblem(file, others);
      if (problem === undefined) {
        if (!(await fileExists(file))) return file;
        prompter.explain('A file with this name exists; its content would be lost.');
        if (await prompter.confirm(`${file} exists. Replace it`, false)) return file;
      } else {
        const shown = printable(problem);
        prompter.print(`${shown}\n`);
        prompter.explain(`Another name is required: ${shown}.`);
      }
      file = await prompter.text('Another file name', { initial: file });
    }
  };
  const config = await choose(output);
  const others = [{ option: 'the configuration', name: config, written: true } as const];
  return { output: config, creds: hasSecrets ? await choose(creds, others) : creds };
}

/** Returns the reason why a path is not suitable for an output file; undefined if it is. Permissions are not checked. */
async function findProblem(name: string, others: readonly NamedFile[]): Promise<string | undefined> {
  try {
    await assertWritable('the output', name, []);
    await assertDistinctFiles([...others, { option: 'the credentials', name, written: true }]);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}
