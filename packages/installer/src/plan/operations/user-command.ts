import type { CustomCommand } from '../../config/settings.ts';
import type { Command } from '../operation.ts';

/** Default time limit of a command of the configuration in seconds. */
export const COMMAND_LIMIT = 600;

/**
 * Bash reads the command from standard input, because all users can see arguments. The command's
 * own standard input is empty.
 */
const READ_AND_RUN = `IFS= read -rd '' text; eval "unset text; $text" </dev/null`;

/**
 * Returns the process that runs a command of the configuration with Bash.
 *
 * @param secret name of the secret that contains the command, if the command is secret
 */
export function bashCommand(
  command: CustomCommand,
  secret: string,
  options: Pick<Command, 'where' | 'resolves'>,
): Command {
  return typeof command === 'string'
    ? { argv: ['bash', '-c', command], ...options }
    : { argv: ['bash', '-c', READ_AND_RUN], stdin: [{ secret }], ...options };
}

/** Returns the beginning of a command on one line, for a title; a secret command is not shown. */
export function abbreviateCommand(command: CustomCommand): string {
  if (typeof command !== 'string') return '(secret)';
  return (command.length > 60 ? `${command.slice(0, 59)}…` : command).replaceAll(/\s+/g, ' ');
}
