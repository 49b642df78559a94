import type { OperandDeclaration } from '../command-line/declaration.ts';
import { formatOption, strictOption } from '../command-line/shared-options.ts';

export const configOperand: OperandDeclaration = {
  name: 'CONFIG',
  required: true,
  description: 'a file, - for standard input, or an https address',
};

export const credsOption = {
  creds: {
    value: 'FILE',
    description:
      'a second configuration, merged over the first key by key; keeps secrets in a file of their own',
  },
} as const;

const machineOptions = {
  advanced: { description: 'sys-language and sys-encoding count' },
  facts: {
    value: 'FILE|here',
    description: 'the machine that is judged or planned for, as writ facts wrote it there; here is this one',
  },
} as const;

export type ConfigurationOptions = typeof credsOption &
  typeof machineOptions &
  typeof strictOption &
  typeof formatOption;

/** Of check, plan and install. */
export const configurationOptions: ConfigurationOptions = {
  ...credsOption,
  ...machineOptions,
  ...strictOption,
  ...formatOption,
};
