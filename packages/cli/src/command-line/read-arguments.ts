import { nearest } from '@writ/diagnostics';
import { CommanderError } from 'commander';
import { toCommander } from './commander.ts';
import { isFlag, type CommandDeclaration, type OptionTable, type OptionValues } from './declaration.ts';
import { UsageError } from './usage-error.ts';

export interface Arguments<T extends OptionTable> {
  /** What is written without an option before it. */
  readonly operands: readonly string[];
  readonly values: OptionValues<T>;
}

/**
 * The arguments of a command by what it declares.
 *
 * @throws UsageError that names the first argument that is wrong, and the option that was probably meant
 */
export function readArguments<T extends OptionTable>(
  declaration: CommandDeclaration<T>,
  argv: readonly string[],
): Arguments<T> {
  const fault = findUsageError(declaration, argv);
  if (fault !== undefined) throw new UsageError(fault);
  const { operands, given } = parse(declaration, argv);
  const values = Object.entries(declaration.options).map(([name, option]) => {
    const value = given.get(name);
    if (isFlag(option)) return [name, value === true] as const;
    if (option.repeatable) return [name, value ?? []] as const;
    const { choices } = option;
    if (choices !== undefined && value !== undefined && !choices.includes(value as string))
      throw new UsageError(`--${name} is ${choices.join(' or ')}, and not ${JSON.stringify(value)}`);
    return [name, value] as const;
  });
  return { operands, values: Object.fromEntries(values) as OptionValues<T> };
}

interface Parsed {
  readonly operands: readonly string[];
  /** The first option that is not declared, and everything after it. */
  readonly unknown: readonly string[];
  readonly given: ReadonlyMap<string, unknown>;
}

/** @throws UsageError */
function parse(declaration: CommandDeclaration, argv: readonly string[]): Parsed {
  const command = toCommander('', declaration);
  try {
    const { operands, unknown } = command.parseOptions([...argv]);
    const values = command.opts();
    const given = command.options.map((option) => [option.name(), values[option.attributeName()]] as const);
    return { operands, unknown, given: new Map(given) };
  } catch (error) {
    // A letter at the end of several, as in -yo.
    if (error instanceof CommanderError && error.code === 'commander.optionMissingArgument')
      throw new UsageError(`-${argv.at(-1)?.at(-1)} needs a value behind it`);
    throw error;
  }
}

/** The first argument that is wrong; undefined when none is. */
function findUsageError(declaration: CommandDeclaration, argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const before = end === -1 ? argv : argv.slice(0, end);
  const lacking = before.findIndex(
    (arg, index) => optionWithValue(declaration, arg) !== undefined && !isValue(argv[index + 1]),
  );
  const { operands, unknown } = parse(declaration, lacking === -1 ? before : before.slice(0, lacking));
  // Commander takes a negative number for an operand.
  const stray = unknown[0] ?? operands.find((operand) => !isValue(operand));
  if (stray !== undefined) return describeUnknownOption(declaration, stray);
  const [needless] = declaration.operands.length === 0 ? operands : [];
  if (needless !== undefined) return describeUnexpectedOperand(needless);
  if (lacking !== -1) return describeMissingValue(declaration, argv[lacking]!, argv[lacking + 1]);
  const [last] = declaration.operands.length === 0 && end !== -1 ? argv.slice(end + 1) : [];
  return last === undefined ? undefined : describeUnexpectedOperand(last);
}

function describeUnexpectedOperand(operand: string): string {
  return `${JSON.stringify(operand)} is not expected here: this command takes options alone`;
}

function describeMissingValue(
  declaration: CommandDeclaration,
  option: string,
  next: string | undefined,
): string {
  if (next === undefined) return `${option} needs a value behind it`;
  return `${option} needs a value, and ${next} looks like an option; if it is the value, write --${optionWithValue(declaration, option)}=${next}`;
}

function isValue(arg: string | undefined): boolean {
  return arg !== undefined && (arg === '-' || !arg.startsWith('-'));
}

/** The name of the option that takes the next argument as its value. */
function optionWithValue({ options }: CommandDeclaration, arg: string): string | undefined {
  const [name] =
    Object.entries(options).find(
      ([long, option]) => !isFlag(option) && (arg === `--${long}` || arg === `-${option.short}`),
    ) ?? [];
  return name;
}

function describeUnknownOption({ options }: CommandDeclaration, arg: string): string {
  const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
  if (Object.hasOwn(options, name)) return `--${name} takes no value, and not ${JSON.stringify(value)}`;
  const meant = name === '' ? undefined : nearest(name, [...Object.keys(options), 'help']);
  const shown = name === '' ? arg.slice(0, 2) : `--${name}`;
  return `there is no option ${shown}; ${meant === undefined ? '--help shows those there are' : `did you mean --${meant}?`}`;
}
