import type { CustomCommand, HostCommands } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import type { HostOperations } from '../plan.ts';
import { commandSecretName } from '../secret-names.ts';
import { defineOperation } from './define-operation.ts';
import { abbreviateCommand, bashCommand, COMMAND_LIMIT } from './user-command.ts';

/**
 * Returns the operations of the commands that run on the installing system.
 *
 * @param limit time limit of a command in seconds
 */
export function planHostCommands({ early, error }: HostCommands, limit?: number): HostOperations {
  return {
    early: early.map((command, index) => runHostCommand(command, 'early', index + 1, limit)),
    error: error.map((command, index) => runHostCommand(command, 'error', index + 1, limit)),
  };
}

function runHostCommand(
  command: CustomCommand,
  kind: keyof HostOperations,
  number: number,
  limit: number = COMMAND_LIMIT,
): Operation {
  return defineOperation({
    id: `${kind}-command-${number}`,
    title: `Run ${kind} command ${number}: ${abbreviateCommand(command)}`,
    stage: kind,
    weight: 5,
    limit,
    commands: [bashCommand(command, commandSecretName(kind, number), { where: 'system' })],
    verify: [{ kind: 'ended' }],
  });
}
