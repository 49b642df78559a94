import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';
import { commandLimitOption, imageOptions } from '../configuration/plan-options.ts';

const batchOptions = {
  target: {
    value: 'PATTERN',
    repeatable: true,
    description:
      'the image file or disk of each row, with variables such as {{hostname}}; overrides the harddrives key',
    details:
      'For example, `--target "images/{{hostname}}.img"`. Each row needs its own target. Like `writ plan`, a row can have a second one. `writ batch plan` requires this option if the template has no `harddrives`.',
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
    description:
      'folder for a file for each row: with check, its configuration and secrets; with plan, its plan',
    details:
      'The folder is created if it does not exist, and existing files are replaced. `writ batch check` writes `config-1.json` and `creds-1.json` for the first row, readable only by their owner, and `writ batch plan` writes `row-1.json`. Rows with errors are omitted.',
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
