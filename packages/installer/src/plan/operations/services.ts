import type { CustomCommand } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { commandSecretName } from '../secret-names.ts';
import { chrootCommand, defineOperation } from './define-operation.ts';

export function enableServices(units: readonly string[]): Operation {
  return defineOperation({
    id: 'services',
    title: `Enable ${units.join(', ')}`,
    stage: 'services',
    weight: 3,
    limit: 120,
    commands: [chrootCommand('systemctl', 'enable', '--', ...units)],
    verify: [
      { kind: 'command', command: chrootCommand('systemctl', 'is-enabled', '--quiet', '--', ...units) },
    ],
  });
}

/** Returns the operation that enables units in the sessions of all users, including users created later. */
export function enableUserServices(units: readonly string[]): Operation {
  return defineOperation({
    id: 'session-services',
    title: `Enable ${units.join(', ')} for every user`,
    stage: 'services',
    weight: 2,
    limit: 120,
    commands: [chrootCommand('systemctl', '--global', 'enable', '--', ...units)],
    verify: [
      {
        kind: 'command',
        command: chrootCommand('systemctl', '--global', 'is-enabled', '--quiet', '--', ...units),
      },
    ],
  });
}

/** Default time limit of a custom command in seconds. */
const COMMAND_LIMIT = 600;

/**
 * Bash reads the command from standard input, because all users can see arguments. The command's
 * own standard input is empty.
 */
const READ_AND_RUN = `IFS= read -rd '' text; eval "unset text; $text" </dev/null`;

/**
 * @param number command number, from 1
 * @param limit time limit in seconds
 */
export function runCustomCommand(
  command: CustomCommand,
  number: number,
  limit: number = COMMAND_LIMIT,
): Operation {
  const shown = typeof command === 'string' ? abbreviate(command) : '(secret)';
  return defineOperation({
    id: `command-${number}`,
    title: `Run custom command ${number}: ${shown}`,
    stage: 'commands',
    weight: 5,
    limit,
    commands: [
      typeof command === 'string'
        ? { where: 'chroot', argv: ['bash', '-c', command], resolves: true }
        : {
            where: 'chroot',
            argv: ['bash', '-c', READ_AND_RUN],
            stdin: [{ secret: commandSecretName(number) }],
            resolves: true,
          },
    ],
    verify: [{ kind: 'ended' }],
    undo: { kind: 'ask' },
  });
}

function abbreviate(text: string): string {
  return (text.length > 60 ? `${text.slice(0, 59)}…` : text).replaceAll(/\s+/g, ' ');
}
