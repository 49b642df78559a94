import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';
import { commandLimitOption, imageOptions } from '../configuration/plan-options.ts';

const batchOptions = {
  target: {
    value: 'PATTERN',
    description: 'the image file or disk of each row, with variables such as {{hostname}}',
    details:
      'For example, `--target "images/{{hostname}}.img"`. `writ batch plan` requires this option; each row needs its own target.',
  },
  label: {
    value: 'NAME=PATTERN',
    repeatable: true,
    description: 'a label that the workers of a row need, with variables such as {{rack}}',
    details:
      'Only the [service](guide/fleet/batches.md) selects workers. Pass the labels here so that their variables count as used.',
  },
  output: {
    value: 'DIR',
    description: 'with plan, write the plan of each row into this folder, as JSON',
    details: 'The folder is created if it does not exist. The plan of the first row is `row-1.json`.',
  },
} as const;

export type BatchOptions = ConfigurationOptions &
  typeof batchOptions &
  typeof imageOptions &
  typeof commandLimitOption;

export const batchCommand: CommandDeclaration<BatchOptions> = {
  summary: 'check or plan a template with each row of a table, and compare the rows',
  operands: [
    { name: 'ACTION', required: true, description: 'check or plan' },
    {
      name: 'TEMPLATE',
      required: true,
      description: 'a configuration with variables: a file, an https URL, or - for standard input',
    },
    {
      name: 'TABLE',
      required: true,
      description: 'a row of values for each machine, in CSV or JSON: a file, an https URL, or -',
    },
  ],
  options: { ...configurationOptions, ...batchOptions, ...imageOptions, ...commandLimitOption },
};
