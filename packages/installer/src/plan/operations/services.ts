import type { CustomCommand } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { commandSecretName } from '../secret-names.ts';
import { chrootCommand, defineOperation } from './define-operation.ts';
import { abbreviateCommand, bashCommand, COMMAND_LIMIT } from './user-command.ts';

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

/**
 * @param number command number, from 1
 * @param limit time limit in seconds
 */
export function runCustomCommand(
  command: CustomCommand,
  number: number,
  limit: number = COMMAND_LIMIT,
): Operation {
  return defineOperation({
    id: `command-${number}`,
    title: `Run custom command ${number}: ${abbreviateCommand(command)}`,
    stage: 'commands',
    weight: 5,
    limit,
    commands: [
      bashCommand(command, commandSecretName('custom', number), { where: 'chroot', resolves: true }),
    ],
    verify: [{ kind: 'ended' }],
    undo: { kind: 'ask' },
  });
}
