import { nearest } from '@writ/diagnostics';
import { CommanderError } from 'commander';
import { toCommander } from './commander.ts';
import { isFlag, type CommandDeclaration, type OptionTable, type OptionValues } from './declaration.ts';
import { UsageError } from './usage-error.ts';

export interface Arguments<T extends OptionTable> {
  /** Arguments that do not belong to an option. */
  readonly operands: readonly string[];
  readonly values: OptionValues<T>;
}

/**
 * Parses the arguments of a command according to its declaration.
 *
 * @throws UsageError for an invalid argument; for an unknown option, it suggests a similar one, if there is one
 */
export function readArguments<T extends OptionTable>(
  declaration: CommandDeclaration<T>,
  argv: readonly string[],
): Arguments<T> {
  const usageError = findUsageError(declaration, argv);
  if (usageError !== undefined) throw new UsageError(usageError);
  const { operands, given } = parseArguments(declaration, argv);
  const values = Object.entries(declaration.options).map(([name, option]) => {
    const value = given.get(name);
    if (isFlag(option)) return [name, value === true] as const;
    if (option.repeatable) return [name, value ?? []] as const;
    const { choices } = option;
    if (choices !== undefined && value !== undefined && !choices.includes(value as string))
      throw new UsageError(`invalid --${name} ${JSON.stringify(value)}: use ${joinChoices(choices)}`);
    return [name, value] as const;
  });
  return { operands, values: Object.fromEntries(values) as OptionValues<T> };
}

/** Joins choices for a sentence, such as `view, run or administer`. */
function joinChoices(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}

interface Parsed {
  readonly operands: readonly string[];
  /** The first undeclared option, and the arguments after it, except for declared options and their values. */
  readonly unknown: readonly string[];
  readonly given: ReadonlyMap<string, unknown>;
}

/** @throws UsageError */
function parseArguments(declaration: CommandDeclaration, argv: readonly string[]): Parsed {
  const command = toCommander('', declaration);
  try {
    const { operands, unknown } = command.parseOptions([...argv]);
    const values = command.opts();
    const given = command.options.map((option) => {
      const value: unknown = values[option.attributeName()];
      // Commander treats --no-NAME as the opposite of --NAME, which is true by default.
      return [option.name(), option.negate ? value === false : value] as const;
    });
    return { operands, unknown, given: new Map(given) };
  } catch (error) {
    // The last of several combined short options has no value, as in -yo.
    if (error instanceof CommanderError && error.code === 'commander.optionMissingArgument')
      throw new UsageError(`-${argv.at(-1)?.at(-1)} requires a value`);
    throw error;
  }
}

/** Describes the first invalid argument; undefined if there is none. Does not check the values of options. */
function findUsageError(declaration: CommandDeclaration, argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const before = end === -1 ? argv : argv.slice(0, end);
  const missing = before.findIndex(
    (arg, index) => optionWithValue(declaration, arg) !== undefined && !isValue(argv[index + 1]),
  );
  const { operands, unknown } = parseArguments(
    declaration,
    missing === -1 ? before : before.slice(0, missing),
  );
  // Commander treats a negative number as an operand.
  const stray = unknown[0] ?? operands.find((operand) => !isValue(operand));
  if (stray !== undefined) return describeUnknownOption(declaration, stray);
  const [unexpected] = declaration.operands.length === 0 ? operands : [];
  if (unexpected !== undefined) return describeUnexpectedOperand(unexpected);
  if (missing !== -1) return describeMissingValue(declaration, argv[missing]!, argv[missing + 1]);
  const [last] = declaration.operands.length === 0 && end !== -1 ? argv.slice(end + 1) : [];
  return last === undefined ? undefined : describeUnexpectedOperand(last);
}

function describeUnexpectedOperand(operand: string): string {
  return `unexpected argument ${JSON.stringify(operand)}: this command accepts only options`;
}

function describeMissingValue(
  declaration: CommandDeclaration,
  option: string,
  next: string | undefined,
): string {
  if (next === undefined) return `${option} requires a value`;
  return `${option} requires a value, but ${next} looks like an option; if it is the value, write --${optionWithValue(declaration, option)}=${next}`;
}

function isValue(arg: string | undefined): boolean {
  return arg !== undefined && (arg === '-' || !arg.startsWith('-'));
}

/** Returns the name of the option if its value is the next argument; otherwise undefined. */
function optionWithValue({ options }: CommandDeclaration, arg: string): string | undefined {
  const [name] =
    Object.entries(options).find(
      ([long, option]) => !isFlag(option) && (arg === `--${long}` || arg === `-${option.short}`),
    ) ?? [];
  return name;
}

function describeUnknownOption({ options }: CommandDeclaration, arg: string): string {
  const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
  if (Object.hasOwn(options, name)) return `--${name} does not take a value (got ${JSON.stringify(value)})`;
  const suggestion = name === '' ? undefined : nearest(name, [...Object.keys(options), 'help']);
  const shown = name === '' ? arg.slice(0, 2) : `--${name}`;
  return `unknown option ${shown}; ${suggestion === undefined ? 'see --help' : `did you mean --${suggestion}?`}`;
}
