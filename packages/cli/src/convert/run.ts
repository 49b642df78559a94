import { hasErrors, renderJson, renderText, summarize, type SourceText } from '@writ/diagnostics';
import { convertConfiguration, lossOption, type NeedlessKey } from '@writ/convert';
import { exitStatus } from '../process/exit-status.ts';
import { readInput } from '../files/read-input.ts';
import { resolveConfigOperand } from '../configuration/operand.ts';
import { convertCommand } from './command.ts';
import { writePrivate } from '../files/private-file.ts';
import { assertWritable } from '../files/writable-file.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/**
 * `writ convert`: converts a configuration from another archinstall version and lists settings without an equivalent.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, operands } = readArguments(convertCommand, argv);
  const name = resolveConfigOperand(operands, [values.creds]);
  const to = values.output === '-' ? undefined : values.output;
  // Check the output file before reading any input, so that an invalid file is reported immediately.
  const exists = to === undefined ? false : await assertWritable('--output', to, [name, values.creds ?? '-']);
  const config = await readInput(name);
  const { findings, sources, text, acceptable, needless } = convertConfiguration({
    config,
    ...(values.creds === undefined ? {} : { creds: await readInput(values.creds) }),
    acceptLoss: values['accept-loss'],
  });
  if (values.format === 'json') writeStandardError(renderJson(config.file, findings));
  else {
    const findSource = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
    const color = process.stderr.isTTY && !process.env['NO_COLOR'];
    writeStandardError(`${renderText(findings, { source: findSource, color })}\n`);
    printMessage(summarize(findings), config.file);
  }
  if (needless.length > 0) throw new UsageError(needless.map(describeNeedlessKey).join('; '));
  const printLine = (line: string): void => {
    if (values.format !== 'json') writeStandardError(`${line}\n`);
  };
  if (acceptable.length > 0)
    printLine(
      `nothing was converted; to convert without these settings, add ${acceptable.map(lossOption).join(' ')}`,
    );
  if (text !== undefined && to === undefined) process.stdout.write(text);
  else if (text !== undefined && to !== undefined) {
    await writePrivate(to, text);
    printLine(exists ? `replaced ${to}` : `wrote ${to}`);
  } else if (to !== undefined) printLine(`${to} was not written`);
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}

function describeNeedlessKey({ key, near }: NeedlessKey): string {
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `--accept-loss ${key}: this key is not lost${hint}`;
}
