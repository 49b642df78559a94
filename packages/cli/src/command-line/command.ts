import type { CommandDeclaration } from './declaration.ts';

/** Imports the register hook, before the user's modules are imported. */
export type Register = () => Promise<unknown>;

/** The implementation of a command. */
export interface CommandModule {
  /**
   * Runs the command to its end and returns the exit status. `register` is for a command that imports the user's
   * modules only with some arguments.
   *
   * @throws UsageError
   */
  run(argv: readonly string[], register?: Register): Promise<number>;
}

/**
 * A command. For a fast start-up, the declaration is imported only when the command runs or help is printed, and the
 * implementation only when the command runs.
 */
export interface Command {
  declare(): Promise<CommandDeclaration>;
  load(): Promise<CommandModule>;
}

/** The commands in a build of `writ`. */
export interface CommandTable {
  /** The commands by name. */
  readonly commands: Readonly<Record<string, Command>>;
  /** The command that runs when the first argument is an option. */
  readonly defaultCommand?: Command;
  /** Names of commands that this build does not include. */
  readonly unavailable?: readonly string[];
}
