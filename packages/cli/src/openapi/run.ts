import { readFileSync, statSync } from 'node:fs';
import { compareOpenapi, MalformedOpenapi, type OpenapiChange } from '@writ/http/openapi';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { describeReadError } from '../files/file-errors.ts';
import { printMessage } from '../process/standard-error.ts';
import { exitStatus } from '../process/exit-status.ts';
import { openapiCommand } from './command.ts';

/** Maximum size of a document in bytes. */
const MAX_BYTES = 32 * 2 ** 20;

/** `writ openapi diff OLD NEW`: prints the changes between two documents; breaking ones result in status 1. */
export async function run(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(openapiCommand, argv);
  const [verb, old, now, ...rest] = operands;
  if (verb === undefined) throw new UsageError('missing subcommand: write diff OLD NEW');
  if (verb !== 'diff')
    throw new UsageError(`unknown subcommand ${JSON.stringify(verb)}: the only one is diff`);
  if (old === undefined || now === undefined)
    throw new UsageError(
      `missing ${old === undefined ? 'OLD' : 'NEW'}: pass two files with OpenAPI documents`,
    );
  if (rest.length > 0) throw new UsageError(`unexpected argument ${rest.join(' ')}: pass two files`);
  const changes = compare(readDocument(old), readDocument(now));
  const breaking = changes.filter((change) => change.breaking);
  const notes = changes.filter(({ isNote }) => isNote === true);
  if (values.format === 'json') process.stdout.write(`${JSON.stringify(changes, null, 2)}\n`);
  else process.stdout.write(changes.map(renderChange).join(''));
  printMessage(summarize(changes.length - notes.length, breaking.length, notes.length), 'writ openapi');
  return breaking.length === 0 ? exitStatus.done : exitStatus.findings;
}

/** @throws UsageError if a part of a document is malformed */
function compare(old: object, now: object): readonly OpenapiChange[] {
  try {
    return compareOpenapi(old, now);
  } catch (error) {
    if (error instanceof MalformedOpenapi) throw new UsageError(error.message);
    throw error;
  }
}

function renderChange({ breaking, operation, part, message, isNote }: OpenapiChange): string {
  const subject = part === '' ? operation : `${operation} ${part}`;
  const kind = isNote === true ? 'note' : breaking ? 'breaking' : 'compatible';
  return `${kind.padEnd('compatible'.length)}  ${subject}: ${message}\n`;
}

function summarize(count: number, breaking: number, notes: number): string {
  const changes =
    count === 0
      ? 'no changes that affect clients'
      : `${count} ${count === 1 ? 'change' : 'changes'}, ${breaking === 0 ? 'none' : breaking} of them breaking`;
  return notes === 0 ? changes : `${changes}; ${notes} ${notes === 1 ? 'note' : 'notes'}`;
}

/** @throws UsageError if the file is not an OpenAPI 3 document in JSON */
function readDocument(file: string): object {
  let text: string;
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${describeReadError(error)}`);
  }
  const document = parseJson(file, text);
  const isDocument = typeof document === 'object' && document !== null && 'openapi' in document;
  if (!isDocument || !String(document.openapi).startsWith('3.'))
    throw new UsageError(
      `${file} is not an OpenAPI 3 document: its member "openapi" must be a version such as "3.1.1"`,
    );
  return document;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const hint = /^\s*(?:#.*\s+)*["']?openapi["']?\s*:/.test(text)
      ? '; only JSON is supported, not YAML'
      : '';
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}${hint}`);
  }
}
