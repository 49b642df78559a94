import type { CommandDeclaration } from '../command-line/declaration.ts';

export const serveOptions = {
  port: {
    value: 'N',
    variable: 'PORT',
    otherwise: '7878',
    description: 'loopback port to listen on; 0 selects a free one',
  },
  'allow-devices': { description: 'allow block devices as targets' },
  'machine-memory': {
    value: 'SIZE',
    otherwise: '1G',
    description: 'memory of a virtual machine that boots an image',
  },
  'machine-limit': {
    value: 'TIME',
    otherwise: '30m',
    description: 'maximum running time of a virtual machine that boots an image',
  },
  'new-token': {
    description:
      'replace the token in the state folder; addresses printed earlier and open pages stop working',
  },
  link: {
    alone: true,
    description: 'print a new one-time address for the running service',
    details: 'Connects to the service that uses the same state folder, prints the address and exits.',
  },
} as const;

export const serveCommand: CommandDeclaration<typeof serveOptions> = {
  summary: 'start the install service and its web page',
  operands: [],
  options: serveOptions,
  loadsUsersCode: true,
};
