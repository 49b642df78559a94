import {
  hasErrors,
  renderText,
  summarize,
  toReport,
  type JsonReport,
  type SourceText,
} from '@writ/diagnostics';
import {
  convertConfiguration,
  lossOption,
  partuuidOption,
  type ConvertRequest,
  type ConvertResult,
  type KeyReport,
  type NeedlessKey,
} from '@writ/convert';
import { exitStatus } from '../process/exit-status.ts';
import { readInput } from '../files/read-input.ts';
import { resolveConfigOperand } from '../configuration/operand.ts';
import { convertCommand } from './command.ts';
import { askPartuuids, parsePartuuids } from './partuuids.ts';
import { renderKeys } from './render-keys.ts';
import { writePrivate } from '../files/private-file.ts';
import { assertWritable } from '../files/writable-file.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/** The JSON that `writ convert --format json` prints: the findings, and the effect on each key. */
interface ConversionReport extends JsonReport {
  readonly keys: readonly KeyReport[];
}

/**
 * `writ convert`: converts a configuration from another archinstall version, and reports the effect on each key.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, operands } = readArguments(convertCommand, argv);
  const partuuids = parsePartuuids(values.partuuid);
  const name = resolveConfigOperand(operands, [values.creds]);
  const to = values.output === '-' ? undefined : values.output;
  // Check the output file before reading any input, so that an invalid file is reported immediately.
  const exists = to === undefined ? false : await assertWritable('--output', to, [name, values.creds ?? '-']);
  const config = await readInput(name);
  const request: ConvertRequest = {
    config,
    ...(values.creds === undefined ? {} : { creds: await readInput(values.creds) }),
    acceptLoss: values['accept-loss'],
    partuuids,
  };
  const canAsk =
    process.stdin.isTTY &&
    process.stderr.isTTY &&
    values.format === 'text' &&
    ![name, values.creds].includes('-');
  const result = canAsk ? await convertWithQuestions(request) : convertConfiguration(request);
  if (result === undefined) {
    printMessage('nothing was written');
    return exitStatus.interrupted;
  }
  const { findings, keys, text, acceptable, needless, needlessPartuuids, unnamed } = result;
  if (values.format === 'json') {
    const report: ConversionReport = { ...toReport(config.file, findings), keys };
    writeStandardError(`${JSON.stringify(report, null, 2)}\n`);
  } else printReport(config.file, result);
  const unused = [
    ...needless.map((one) => `--accept-loss ${one.key}: this key is not lost${describeNear(one)}`),
    ...needlessPartuuids.map(
      (one) => `--partuuid ${one.key}: this key is not a partition to keep${describeNear(one)}`,
    ),
  ];
  if (unused.length > 0) throw new UsageError(unused.join('; '));
  const printLine = (line: string): void => {
    if (values.format !== 'json') writeStandardError(`${line}\n`);
  };
  if (unnamed.length > 0) {
    const named = unnamed.map(({ key }) => partuuidOption(key)).join(' ');
    printLine(`nothing was converted; to keep the partitions, add ${named}`);
  } else if (acceptable.length > 0) {
    const accepted = acceptable.map(lossOption).join(' ');
    printLine(`nothing was converted; to convert without these settings, add ${accepted}`);
  }
  if (text !== undefined && to === undefined) process.stdout.write(text);
  else if (text !== undefined && to !== undefined) {
    await writePrivate(to, text);
    printLine(exists ? `replaced ${to}` : `wrote ${to}`);
  } else if (to !== undefined) printLine(`${to} was not written`);
  return hasErrors(findings) ? exitStatus.findings : exitStatus.done;
}

/**
 * Converts a configuration, and asks at the terminal for the PARTUUIDs of partitions to keep. Returns undefined if the
 * user cancels the command.
 */
async function convertWithQuestions(request: ConvertRequest): Promise<ConvertResult | undefined> {
  const result = convertConfiguration(request);
  if (result.text !== undefined || result.unnamed.length === 0) return result;
  const { Interrupted } = await import('@writ/prompts');
  try {
    const asked = await askPartuuids(result.unnamed);
    return convertConfiguration({ ...request, partuuids: { ...request.partuuids, ...asked } });
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/** Prints the findings, their number, and the effect on each key. */
function printReport(file: string, { findings, sources, keys }: ConvertResult): void {
  const findSource = (name: string): SourceText | undefined => sources.find((one) => one.name === name);
  const color = process.stderr.isTTY && !process.env['NO_COLOR'];
  writeStandardError(`${renderText(findings, { source: findSource, color })}\n`);
  printMessage(summarize(findings), file);
  if (keys.length > 0) writeStandardError(`\n${renderKeys(keys)}`);
}

function describeNear({ near }: NeedlessKey): string {
  return near === undefined ? '' : `; did you mean ${near}?`;
}
