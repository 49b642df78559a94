import type { CommandDeclaration } from '../command-line/declaration.ts';

const initOptions = {
  output: {
    short: 'o',
    value: 'FILE',
    default: 'config.json',
    description: 'file for the new configuration',
    details:
      'An existing file is replaced only after you confirm; with `--answers`, it is not replaced, and the exit status is 3. This option cannot be combined with `--edit`.',
  },
  creds: {
    value: 'FILE',
    default: 'creds.json',
    description: 'file for the secrets that you enter, readable only by its owner',
    details: 'With `--edit`, they are added to this file. With `--answers`, this file is only read.',
  },
  from: {
    value: 'FILE',
    description: 'configuration to start from, which is not changed; its layout and keys are retained',
    details:
      'The file can also be an https URL or, with `--answers`, `-`. This option cannot be combined with `--edit`.',
  },
  edit: {
    value: 'FILE',
    description: 'configuration to change; its layout and the keys that you do not change are retained',
  },
  answers: {
    value: 'FILE',
    description: 'file with answers to use instead of asking questions',
    details:
      'The file can also be an https URL or `-`; see [answers files](guide/installer/init.md#answers-files).',
  },
  facts: {
    value: 'FILE|here',
    default: 'here',
    description: 'facts from "writ facts", used to suggest answers; "here" means this machine',
  },
} as const;

export const initCommand: CommandDeclaration<typeof initOptions> = {
  summary: 'write a configuration by answering questions',
  operands: [],
  options: initOptions,
  usageOnError: true,
};
