import type { OperandDeclaration } from '../command-line/declaration.ts';
import { formatOption, strictOption } from '../command-line/shared-options.ts';

export const configOperand: OperandDeclaration = {
  name: 'CONFIG',
  required: true,
  description: 'a file, an https URL, or - for standard input',
};

export const credsOption = {
  creds: {
    value: 'FILE',
    description: 'a second configuration, for secrets, merged over the first one key by key',
    details: 'Like `CONFIG`, it can also be an https URL or `-`.',
  },
} as const;

const machineOptions = {
  advanced: {
    description: 'use the keys sys-language and sys-encoding',
    details: 'Without this option, these keys are ignored, and a note reports this.',
  },
  facts: {
    value: 'FILE|here',
    description: 'facts about the target machine, from "writ facts"; "here" means this machine',
    details:
      'Like `CONFIG`, they can also be read from an https URL or `-`. Without this option, `check` uses no facts, and the other commands use the facts of this machine.',
  },
} as const;

export type ConfigurationOptions = typeof credsOption &
  typeof machineOptions &
  typeof strictOption &
  typeof formatOption;

/** Options of check, plan and install. */
export const configurationOptions: ConfigurationOptions = {
  ...credsOption,
  ...machineOptions,
  ...strictOption,
  ...formatOption,
};
