import type { CommandDeclaration } from '../command-line/declaration.ts';

export const serveOptions = {
  port: {
    value: 'N',
    variable: 'PORT',
    otherwise: '7878',
    description: 'where to listen on the loopback; 0 takes any free port',
  },
  'allow-devices': { description: 'targets may be block devices' },
  'new-token': {
    description: 'replace the token in the state folder; addresses and pages of before no longer work',
  },
  link: {
    alone: true,
    description: 'print a new address of the service that runs, for one page',
    details: 'Of the service with this state folder; the command then ends.',
  },
} as const;

export const serveCommand: CommandDeclaration<typeof serveOptions> = {
  summary: 'start the install service with its page',
  operands: [],
  options: serveOptions,
  loadsUsersCode: true,
};
