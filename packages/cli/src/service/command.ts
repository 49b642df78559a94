import type { CommandDeclaration } from '../command-line/declaration.ts';
import { drainOption, hostOption, logFormatOption } from '../command-line/shared-options.ts';
import { networkOptions } from './network-options.ts';

export const serveOptions = {
  port: {
    value: 'N',
    variable: 'PORT',
    otherwise: '7878',
    description: 'loopback port to listen on; 0 selects a free one',
  },
  'allow-devices': {
    description: 'allow disks as targets',
    details: 'Without this option, the service installs only into images.',
  },
  workers: {
    description: 'leave installations to the workers of this machine, which writ worker starts',
    details:
      'Several servers and workers can then use the PostgreSQL database in `WRIT_DATABASE_URL` at the same time; see [Many machines](guide/fleet/workers.md).',
  },
  'no-demonstration': {
    description: 'in a checkout, do not build and serve the demonstration mirror',
    details:
      'Without this option, `writ serve` in a checkout builds a mirror from Debian packages, for the first example on the page, and serves it on the loopback interface, on port 7879 or the next free one. With `--workers`, there is no demonstration mirror.',
  },
  netboot: {
    value: 'ADDRESS:PORT',
    description: 'address and port on which machines boot the medium from the network, over plain HTTP',
    details: 'Requires `--netboot-files` and `--agent-url`; see [machines](guide/fleet/machines.md).',
  },
  'netboot-files': {
    value: 'FOLDER',
    description: 'folder that npm run build:medium -- --netboot=FOLDER has written',
  },
  'netboot-append': {
    value: 'ARGUMENTS',
    description: 'further kernel arguments for machines that boot from the network',
  },
  'agent-url': {
    value: 'URL',
    description: 'https address at which agents reach the service; its host name is also allowed',
  },
  'agent-ca': {
    value: 'FILE',
    otherwise: 'the authorities of the medium',
    description: 'certificates that agents on machines booted from the network trust, in PEM format',
  },
  'wake-address': {
    value: 'ADDRESS:PORT',
    otherwise: '255.255.255.255:9',
    description: 'where packets that wake machines are sent',
  },
  'machine-memory': {
    value: 'SIZE',
    otherwise: '1G',
    description: 'memory for the virtual machine that boots an image, from 128M to 64G',
  },
  'machine-limit': {
    value: 'TIME',
    otherwise: '30m',
    description: 'maximum running time of the virtual machine that boots an image, from 1s to 24h',
  },
  'new-token': {
    description:
      'replace the token in the state folder; pages that are already open must be opened again with a new address',
    details: 'This option is not allowed if the variable `WRIT_TOKEN` is set.',
  },
  link: {
    alone: true,
    description: 'print a new one-time address for the running service',
    details: 'Connects to the service that uses the same state folder, prints the address and exits.',
  },
} as const;

export const serveCommand: CommandDeclaration<
  typeof serveOptions &
    typeof networkOptions &
    typeof drainOption &
    typeof logFormatOption &
    typeof hostOption
> = {
  summary: 'start the install service and its web page',
  operands: [],
  options: { ...serveOptions, ...networkOptions, ...drainOption, ...logFormatOption, ...hostOption },
  loadsUsersCode: true,
};
