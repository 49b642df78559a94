import type { CommandDeclaration } from './declaration.ts';

/** What runs a command to its end and gives its exit status. */
export interface CommandModule {
  /** @throws UsageError */
  run(argv: readonly string[]): Promise<number>;
}

/** Both are imported only for the command that runs, or for help: `writ check` starts fast. */
export interface Command {
  declare(): Promise<CommandDeclaration>;
  load(): Promise<CommandModule>;
}

/** What a build of `writ` holds. */
export interface CommandTable {
  /** By their names. */
  readonly commands: Readonly<Record<string, Command>>;
  /** What runs when options come first. */
  readonly defaultCommand?: Command;
  /** Names of commands that other builds hold. */
  readonly unavailable?: readonly string[];
}
