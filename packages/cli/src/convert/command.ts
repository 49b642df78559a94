import type { CommandDeclaration } from '../command-line/declaration.ts';
import { formatOption } from '../command-line/shared-options.ts';
import { credsOption } from '../configuration/options.ts';

const convertOptions = {
  output: {
    short: 'o',
    value: 'FILE',
    otherwise: 'standard output',
    description: 'output file, readable only by its owner',
    details: 'An existing file is replaced, but the file must not be an input of the command.',
  },
  'accept-loss': {
    value: 'KEY',
    repeatable: true,
    description:
      'allow this key (a disk, encryption or credential setting) and everything nested below it to be lost',
    details: 'See [settings that would be lost](guide/installer/convert.md#settings-that-would-be-lost).',
  },
  partuuid: {
    value: 'KEY=PARTUUID',
    repeatable: true,
    description: 'the PARTUUID of an existing partition, to keep it',
    details:
      'At a terminal, the command asks for it. See [partitions to keep](guide/installer/convert.md#partitions-to-keep).',
  },
} as const;

export const convertCommand: CommandDeclaration<
  typeof credsOption & typeof convertOptions & typeof formatOption
> = {
  summary: 'convert a configuration written for another archinstall version',
  operands: [
    {
      name: 'OLD.json',
      required: true,
      description: 'an archinstall configuration: a file, an https URL, or - for standard input',
    },
  ],
  options: { ...credsOption, ...convertOptions, ...formatOption },
};
