import type { CommandDeclaration, OptionValues } from '../command-line/declaration.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { SubjectOptions } from './commands.ts';

export type Format = OptionValues<SubjectOptions>['format'];

export interface SubjectArguments {
  /** Arguments that do not belong to an option. */
  readonly operands: readonly string[];
  readonly prefixes: readonly string[];
  readonly format: Format;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
}

/**
 * Reads the arguments of `routes` and `explain`.
 *
 * @param before the number of operands before the files
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
    throw new UsageError(
      'pass files or --prefix, not both; to print both, pass a file that exports a Router with both',
    );
  return { operands, prefixes, format, strict };
}
