import { dispatch } from './command-line/dispatch.ts';
import { runCommand } from './command-line/run-command.ts';
import { allCommands } from './commands/all-commands.ts';
import { createProjectCommand } from './commands/server-commands.ts';

/**
 * Runs `writ` with the arguments after its name and returns the exit status.
 *
 * @param register imports the hook with which Node loads decorated TypeScript; called only for commands that may
 * load such modules
 */
export function main(argv: readonly string[], register: () => Promise<unknown>): Promise<number> {
  return dispatch(argv, allCommands, register);
}

/** Runs `create-writ`, the command `writ new` as a separate program, and returns the exit status. */
export function create(argv: readonly string[]): Promise<number> {
  return runCommand('new', createProjectCommand, argv);
}
