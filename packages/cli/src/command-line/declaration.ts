/**
 * An option as its command declares it. Parsing, usage, help, messages and the tables of docs/command.md are made of
 * this and of nothing else.
 */
export interface OptionDeclaration {
  /** What it does, in a line of `--help`. */
  readonly description: string;
  /** Further sentences for docs/command.md, in Markdown. */
  readonly details?: string;
  /** What its value is called, such as `FILE`. An option with neither a value nor choices is a flag. */
  readonly value?: string;
  /** All values that it takes. */
  readonly choices?: readonly string[];
  /** Its letter. */
  readonly short?: string;
  /** Whether each further use adds a value. */
  readonly repeatable?: true;
  /** The value when it is not given. */
  readonly default?: string;
  /** What holds when it is not given and the command decides. */
  readonly otherwise?: string;
  /** The environment variable that counts when it is not given. */
  readonly variable?: string;
  /** Whether it goes with no other option. */
  readonly alone?: true;
}

/** Options by their names, without dashes. */
export type OptionTable = Readonly<Record<string, OptionDeclaration>>;

/** What is written without an option before it. */
export interface OperandDeclaration {
  /** Such as `CONFIG`. */
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly repeatable?: true;
}

/** Everything that is known of a command without loading what runs it. */
export interface CommandDeclaration<T extends OptionTable = OptionTable> {
  readonly summary: string;
  readonly operands: readonly OperandDeclaration[];
  readonly options: T;
  /** Names of operands and options: one of them is usually there, and usage shows them first. */
  readonly subject?: readonly string[];
  /** Whether wrong usage is answered with the usage, too. */
  readonly usageOnError?: true;
  /** Whether files of users are imported: then TypeScript with decorators is loaded through the register hook. */
  readonly loadsUsersCode?: true;
}

/** What a command was given, by the names of its options. */
export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: OptionValue<T[K]> };

type OptionValue<D> = D extends { readonly choices: readonly (infer C)[] }
  ? C | WhenAbsent<D>
  : D extends { readonly value: string; readonly repeatable: true }
    ? readonly string[]
    : D extends { readonly value: string }
      ? string | WhenAbsent<D>
      : boolean;

type WhenAbsent<D> = D extends { readonly default: string } ? never : undefined;

/** A flag takes no value. */
export function isFlag({ value, choices }: OptionDeclaration): boolean {
  return value === undefined && choices === undefined;
}
