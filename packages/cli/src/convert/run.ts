import { hasErrors, renderJson, renderText, summarize, type SourceText } from '@writ/diagnostics';
import { convertConfiguration, lossOption, type NeedlessKey } from '@writ/convert';
import { exitStatus } from '../process/exit-status.ts';
import { readInput } from '../files/read-input.ts';
import { resolveConfigOperand } from '../configuration/operand.ts';
import { convertCommand } from './command.ts';
import { assertWritable, writePrivate } from './private-file.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** `writ convert`: a configuration of another era with the keys of this format, and what was left out. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, operands } = readArguments(convertCommand, argv);
  const name = resolveConfigOperand(operands, [values.creds]);
  const to = values.output === '-' ? undefined : values.output;
  // Known before anything is read: a long way to a file that cannot be written helps nobody.
  const stands = to === undefined ? false : await assertWritable(to, [name, values.creds ?? '-']);
  const config = await readInput(name);
  const { findings, sources, text, acceptable, needless } = convertConfiguration({
    config,
    ...(values.creds === undefined ? {} : { creds: await readInput(values.creds) }),
    acceptLoss: values['accept-loss'],
  });
  if (values.format === 'json') process.stderr.write(renderJson(config.file, findings));
  else {
    const source = (file: string): SourceText | undefined => sources.find((one) => one.name === file);
    const color = process.stderr.isTTY && !process.env['NO_COLOR'];
    process.stderr.write(
      `${renderText(findings, { source, color })}\n${config.file}: ${summarize(findings)}\n`,
    );
  }
  if (needless.length > 0) throw new UsageError(needless.map(describeNeedlessKey).join('; '));
  const say = (line: string): void => {
    if (values.format !== 'json') process.stderr.write(`${line}\n`);
  };
  if (acceptable.length > 0)
    say(
      `nothing is converted; to convert without what would be lost: ${acceptable.map(lossOption).join(' ')}`,
    );
  if (text !== undefined && to === undefined) process.stdout.write(text);
  else if (text !== undefined && to !== undefined) {
    await writePrivate(to, text);
    say(stands ? `replaced ${to}, which was there` : `wrote ${to}`);
  } else if (to !== undefined) say(`${to} was not written`);
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}

function describeNeedlessKey({ key, near }: NeedlessKey): string {
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `--accept-loss ${key}: nothing of this key is lost${hint}`;
}
