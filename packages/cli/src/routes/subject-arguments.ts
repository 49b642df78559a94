import type { CommandDeclaration, OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { SubjectOptions } from './commands.ts';

export type Format = OptionValues<SubjectOptions>['format'];

export interface SubjectArguments {
  /** What is written without an option before it. */
  readonly operands: readonly string[];
  readonly prefixes: readonly string[];
  readonly format: Format;
  /** Warnings count as errors. */
  readonly strict: boolean;
}

/**
 * @param before how many operands precede the files
 * @throws UsageError
 */
export function readSubject(
  command: CommandDeclaration<SubjectOptions>,
  argv: readonly string[],
  before = 0,
): SubjectArguments {
  const { values, operands } = readArguments(command, argv);
  const { prefix: prefixes, format, strict } = values;
  if (operands.length > before && prefixes.length > 0)
    throw new UsageError('name files or prefixes, not both: a file may export a Router that has all of it');
  return { operands, prefixes, format, strict };
}
