import type { CommandDeclaration } from '../command-line/declaration.ts';
import { drainOption, hostOption, logFormatOption } from '../command-line/shared-options.ts';

const workerOptions = {
  slots: {
    value: 'N',
    default: '1',
    description: 'maximum number of installations at the same time, from 1 to 64',
  },
  label: {
    value: 'KEY=VALUE',
    repeatable: true,
    description: 'label, such as rack=3, by which batches select the workers of a row',
    details: 'The response of `GET /api/workers` contains it.',
  },
  'allow-devices': {
    description: 'run installations onto disks',
    details: 'Without this option, the worker refuses them.',
  },
} as const;

export const workerCommand: CommandDeclaration<
  typeof workerOptions & typeof drainOption & typeof logFormatOption & typeof hostOption
> = {
  summary: 'run the installations that servers with a shared database accept',
  operands: [],
  options: { ...workerOptions, ...drainOption, ...logFormatOption, ...hostOption },
  loadsUsersCode: true,
};
