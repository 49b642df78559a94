/**
 * The declaration of an option, from which its parsing, usage, help, messages and the tables in docs/command.md are
 * derived.
 */
export interface OptionDeclaration {
  /** A noun phrase or an imperative for `--help`. */
  readonly description: string;
  /** Additional sentences for docs/command.md, in Markdown. */
  readonly details?: string;
  /** The placeholder of its value, such as `FILE`. An option with neither a value nor choices is a flag. */
  readonly value?: string;
  /** All allowed values. */
  readonly choices?: readonly string[];
  /** The letter of its short form. */
  readonly short?: string;
  /** Whether the option can be repeated to pass several values. */
  readonly repeatable?: true;
  /** The default value. */
  readonly default?: string;
  /** A description of the default value, if the command computes it. */
  readonly otherwise?: string;
  /** The environment variable that is read if the option is not passed. */
  readonly variable?: string;
  /** Whether the option cannot be combined with others. */
  readonly alone?: true;
}

/** Options by name, without dashes. */
export type OptionTable = Readonly<Record<string, OptionDeclaration>>;

/** An argument that does not belong to an option. */
export interface OperandDeclaration {
  /** The placeholder in the usage line, such as `CONFIG`. */
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly repeatable?: true;
}

/** The declaration of a command, available without loading its implementation. */
export interface CommandDeclaration<T extends OptionTable = OptionTable> {
  /** The name of the program, if the command is a separate program instead of a command of `writ`. */
  readonly program?: string;
  /** A one-line description for the list of commands. */
  readonly summary: string;
  readonly operands: readonly OperandDeclaration[];
  readonly options: T;
  /**
   * Names of operands and options that are alternatives. In the usage line, they precede all other optional arguments.
   */
  readonly subject?: readonly string[];
  /** Whether a usage error also prints the usage line. */
  readonly usageOnError?: true;
  /**
   * Whether the command always imports modules that need the register hook if they are TypeScript with decorators: the
   * user's modules, or those of the install service.
   */
  readonly loadsUsersCode?: true;
}

/** The values of all options, by name. */
export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: OptionValue<T[K]> };

type OptionValue<D> = D extends { readonly choices: readonly (infer C)[] }
  ? C | WhenAbsent<D>
  : D extends { readonly value: string; readonly repeatable: true }
    ? readonly string[]
    : D extends { readonly value: string }
      ? string | WhenAbsent<D>
      : boolean;

type WhenAbsent<D> = D extends { readonly default: string } ? never : undefined;

/** Whether an option has no value. */
export function isFlag({ value, choices }: OptionDeclaration): boolean {
  return value === undefined && choices === undefined;
}
