import { dispatch } from './command-line/dispatch.ts';
import { allCommands } from './commands/all-commands.ts';

/**
 * Runs `writ` with the arguments behind its name and gives the exit status.
 *
 * @param register imports the hook that lets Node load decorated TypeScript; called only for commands that load users' code
 */
export function main(argv: readonly string[], register: () => Promise<unknown>): Promise<number> {
  return dispatch(argv, allCommands, register);
}
