import type { CommandDeclaration } from '../command-line/declaration.ts';

const agentOptions = {
  server: {
    value: 'URL',
    description: 'https address of the install service; required',
    details: 'An http address is allowed only for this machine itself, for example for an SSH tunnel.',
  },
  'token-file': {
    value: 'FILE|-',
    description:
      'file with the one-time token, required until the machine is registered; - for standard input',
    details: 'Later runs with the same state folder do not need it.',
  },
  'ca-file': {
    value: 'FILE',
    otherwise: 'the authorities of this system',
    description: 'certificates of the authorities that the server may have, in PEM format',
  },
  label: {
    value: 'KEY=VALUE',
    repeatable: true,
    description: 'label of this machine, such as rack=3',
  },
  'state-folder': {
    value: 'FOLDER',
    default: '/run/writ/agent',
    description: 'folder for the key, the claimed configuration and unsent events',
    details:
      'Only its owner can read it (mode 0700). It must be new or empty at first, and should be in memory, because it may contain secrets.',
  },
} as const;

export const agentCommand: CommandDeclaration<typeof agentOptions> = {
  summary: 'register this machine with an install service, and install as its administrator decides',
  operands: [],
  options: agentOptions,
};
