import type { CommandDeclaration } from '../command-line/declaration.ts';
import { formatOption } from '../command-line/shared-options.ts';
import { credsOption } from '../configuration/options.ts';

const convertOptions = {
  output: {
    short: 'o',
    value: 'FILE',
    otherwise: 'standard output',
    description: 'where the configuration goes, readable by its owner only',
    details: 'A file that stands there is replaced, and that is said.',
  },
  'accept-loss': {
    value: 'KEY',
    repeatable: true,
    description: 'a key about disks, encryption or credentials that may be lost, with everything in it',
    details: 'See [settings that would be lost](guide/installer/convert.md#settings-that-would-be-lost).',
  },
} as const;

export const convertCommand: CommandDeclaration<
  typeof credsOption & typeof convertOptions & typeof formatOption
> = {
  summary: 'write what a configuration of another era says in this format',
  operands: [
    {
      name: 'OLD.json',
      required: true,
      description: 'as archinstall wrote or read it: a file, - for standard input, or an https address',
    },
  ],
  options: { ...credsOption, ...convertOptions, ...formatOption },
};
