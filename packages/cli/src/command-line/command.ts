/** What a file of `commands/` exports: runs one command to its end and gives its exit status. */
export interface CommandModule {
  run(argv: readonly string[]): Promise<number>;
}

export interface Command {
  readonly summary: string;
  /** What stands behind the command's name. */
  readonly usage: string;
  /** Whether files of users are imported: then TypeScript with decorators is loaded through the register hook. */
  readonly loadsUsersCode?: true;
  load(): Promise<CommandModule>;
}

/** What a build of `writ` holds. */
export interface CommandTable {
  readonly commands: Readonly<Record<string, Command>>;
  /** What runs when options come first. */
  readonly withoutName?: Command;
  /** Names of commands that other builds hold. */
  readonly elsewhere?: readonly string[];
}
