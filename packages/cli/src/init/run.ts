import { hasErrors, renderText, type SourceText } from '@writ/diagnostics';
import {
  exitStatuses,
  machineFacts,
  parseFacts,
  configurationChoices,
  splitConfiguration,
  type Facts,
  type NamedText,
} from '@writ/installer';
import { checkConfiguration } from '@writ/installer/check';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readFacts, readInput } from '../files/read-input.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';
import { applyAnswers, createAnswerLocator } from './answers.ts';
import { initCommand } from './command.ts';
import { assertFiles, chooseFiles, type FileNames, type InitValues } from './file-names.ts';
import { Form, type BaseConfiguration } from './form.ts';
import { askAll } from './interview.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { fileExists, writeEdited, writeNew } from './output-files.ts';
import { Interrupted, StepBack, type Prompter } from '@writ/prompts';
import { folderOf } from './situation.ts';
import { change, decide, planForm, renderResult, type Decision } from './summary.ts';

/** The end of `writ init`. */
export interface InitResult {
  /** The exit status. */
  readonly status: number;
  /** Whether the user chose to install; the status is that of the installation. */
  readonly isInstalled: boolean;
}

/** `writ init`: asks questions, and writes a configuration and its credentials. */
export async function run(argv: readonly string[]): Promise<number> {
  return (await runInit(argv)).status;
}

/** Runs `writ init`, and also returns whether an installation followed the questions. */
export async function runInit(argv: readonly string[]): Promise<InitResult> {
  const { values } = readArguments(initCommand, argv);
  const isEdit = values.edit !== undefined;
  if (isEdit && values.output !== initCommand.options.output.default)
    throw new UsageError('--output and --edit cannot be combined: --edit writes the file that it reads');
  if (isEdit && values.from !== undefined)
    throw new UsageError(
      '--from and --edit cannot be combined: --edit changes the file from which it starts',
    );
  if (values.edit !== undefined) assertFile(values.edit);
  await assertFiles(values);
  const facts = await readFacts(values.facts);
  const machine = facts === 'here' ? await machineFacts() : parseMachine(facts);
  if (machine === undefined) return withoutInstallation(exitStatus.findings);
  const base = await readStart(values);
  if (base === undefined) return withoutInstallation(exitStatus.findings);
  // A new configuration must not depend on credentials that happen to exist.
  const isNew = !isEdit && values.answers === undefined;
  const credentials = isNew ? {} : await readCredentials(values.creds);
  const form = new Form(base, machine, configurationChoices(), credentials);
  try {
    return values.answers === undefined
      ? await interview(form, values, facts)
      : withoutInstallation(await replay(form, values, facts, await readInput(values.answers)));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    if (error.written.length > 0) printWritten(error.written);
    else printMessage('nothing was written');
    return withoutInstallation(exitStatus.interrupted);
  }
}

function withoutInstallation(status: number): InitResult {
  return { status, isInstalled: false };
}

/** Writes the configuration that results from an answers file, without asking. */
async function replay(
  form: Form,
  { edit, output, creds }: InitValues,
  facts: NamedText | 'here',
  answers: NamedText,
): Promise<number> {
  if (edit === undefined && (await fileExists(output))) {
    printMessage(`${output} exists and is not replaced: remove it, or choose another name with --output`);
    return exitStatus.refused;
  }
  const problems = applyAnswers(form, answers);
  if (problems.length > 0) {
    for (const problem of problems) printMessage(problem);
    return exitStatus.findings;
  }
  const planned = await planForm(form, facts);
  const { source, locate } = createAnswerLocator(answers);
  const result = {
    ...planned,
    findings: planned.findings.map(locate),
    sources: [...planned.sources, source],
  };
  process.stdout.write(renderResult(result, 'summary'));
  if (hasErrors(result.findings)) return exitStatuses[result.outcome];
  const files = { ...form.draft(), secrets: {}, creds };
  printWritten(edit === undefined ? await writeNew(files) : await writeEdited(files, form.base.text));
  printNeededSecrets(form, files.config, creds);
  return exitStatus.done;
}

/** Asks the questions at the terminal. */
async function interview(form: Form, values: InitValues, facts: NamedText | 'here'): Promise<InitResult> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError('there is no terminal for the questions: pass the answers with --answers');
  const { TerminalPrompter } = await import('@writ/prompts/terminal');
  const prompter = new TerminalPrompter();
  const isEdit = values.edit !== undefined;
  if (isEdit) await change(form, prompter, false).catch(ignoreStepBack);
  else {
    prompter.print(
      'Ctrl+B returns to the previous question, ? explains the question, Ctrl+C quits without writing.\n\n',
    );
    await askAll(form, prompter);
    if (form.isNew) form.completeDefaults();
  }
  const { decision, output, creds } = await decideWithFiles(form, values, prompter, facts);
  const { config, secrets } = form.draft();
  const folder = folderOf(form.situation);
  const files = { config: { ...config, file: values.edit ?? output }, secrets, creds };
  const written = isEdit ? await writeEdited(files, form.base.text) : await writeNew(files);
  printWritten(written);
  const argv = [
    files.config.file,
    ...(written.includes(creds) || Object.keys(form.credentials).length > 0 ? ['--creds', creds] : []),
    ...(config.text.includes('"sys-language"') ? ['--advanced'] : []),
    ...(folder === undefined ? [] : ['--target', folder]),
  ];
  if (decision === 'write') {
    printMessage(`next: writ install ${argv.join(' ')}`);
    return withoutInstallation(exitStatus.done);
  }
  return { status: await (await import('../install/install.ts')).run(argv), isInstalled: true };
}

/**
 * Asks for a decision, and for the names of new files. Ctrl+B at the prompt for a name returns to the
 * decision.
 */
async function decideWithFiles(
  form: Form,
  values: InitValues,
  prompter: Prompter,
  facts: NamedText | 'here',
): Promise<FileNames & { readonly decision: Decision }> {
  for (;;) {
    const decision = await decide(form, prompter, facts, facts === 'here');
    if (decision === 'quit') throw new Interrupted();
    if (values.edit !== undefined) return { decision, output: values.output, creds: values.creds };
    try {
      return { decision, ...(await chooseFiles(form, values, prompter)) };
    } catch (error) {
      ignoreStepBack(error);
    }
  }
}

function ignoreStepBack(error: unknown): void {
  if (!(error instanceof StepBack)) throw error;
}

function parseMachine(facts: NamedText): Facts | undefined {
  const { facts: machine, findings, source } = parseFacts(facts.file, facts.text);
  if (findings.length > 0)
    writeStandardError(`${renderText(findings, { source: () => source, color: false })}\n`);
  return machine;
}

/** @throws UsageError for standard input and for a URL, because the changes could not be written there */
function assertFile(name: string): void {
  if (name === '-' || /^[a-z]+:\/\//i.test(name))
    throw new UsageError('--edit changes a file: pass the path of a file');
}

/** Returns the configuration from which the form starts; prints the findings and returns undefined if it is invalid. */
async function readStart({ edit, from, output }: InitValues): Promise<BaseConfiguration | undefined> {
  const file = edit ?? from;
  if (file === undefined) return { file: output, text: '{}\n', value: {} };
  const base = await readBase(file);
  return base === undefined || edit !== undefined ? base : { ...base, file: output };
}

/** Reads a configuration. If it is not a JSON object in UTF-8, prints the findings and returns undefined. */
async function readBase(file: string): Promise<BaseConfiguration | undefined> {
  const { text } = await readInput(file);
  const value = parseObject(text);
  if (value !== undefined) return { file, text: Buffer.from(text).toString('utf8'), value };
  const { findings, sources } = checkConfiguration({ config: { file, text } });
  const source = (name: string): SourceText | undefined => sources.find((one) => one.name === name);
  writeStandardError(`${renderText(findings, { source, color: false })}\n`);
  return undefined;
}

/**
 * Reads the secrets that already exist; returns an empty object if the file does not exist.
 *
 * @throws UsageError if the file cannot be read or is not a JSON object in UTF-8
 */
async function readCredentials(file: string): Promise<JsonObject> {
  if (!(await fileExists(file))) return {};
  const { text } = await readInput(file);
  const value = parseObject(text);
  if (value === undefined) throw new UsageError(`${file} is not a JSON object in UTF-8`);
  return value;
}

/**
 * Parses a JSON object. Returns undefined if the text is not an object, or not valid UTF-8: invalid bytes would be lost
 * when the text is written.
 */
function parseObject(text: string | Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(utf8.decode(Buffer.from(text))) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Ignores a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Prints the names of secrets that neither the configuration nor the credentials contain. */
function printNeededSecrets(form: Form, config: NamedText, creds: string): void {
  const { creds: given } = form.draft();
  const secrets = splitConfiguration(config, given, true)?.secrets ?? [];
  const names = secrets.flatMap(({ name, value }) => (value === undefined ? [name] : []));
  if (names.length === 0) return;
  const members = names.map((name) => `${JSON.stringify(name)}: "..."`);
  printMessage(
    `secrets still needed: ${names.join(', ')}; write { ${members.join(', ')} } into ${creds}, and pass it with --creds`,
  );
}

function printWritten(files: readonly string[]): void {
  printMessage(files.length === 0 ? 'nothing changed' : `wrote ${files.join(' and ')}`);
}
