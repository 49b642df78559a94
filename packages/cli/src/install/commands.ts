import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configOperand, configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';

const planOptions = {
  secret: {
    value: 'NAME=@FILE|-',
    repeatable: true,
    description: 'a secret that the configuration refers to, read from a file or, for -, from standard input',
    details:
      'Use it instead of `--creds`, for example for a passphrase. One line break at the end is ignored.',
  },
  target: {
    value: 'TARGET',
    repeatable: true,
    description:
      'image file or disk to install onto; overrides the harddrives key; a second target is for /home',
    details:
      'The name of an image must end in `.img` or `.raw`; [disks](guide/installer/targets.md) can also be selected by serial number, WWN or model.',
  },
  firmware: {
    choices: ['uefi', 'bios'],
    otherwise: 'uefi for images, the firmware of this machine for disks',
    description: 'target firmware',
  },
  'image-size': { value: 'SIZE', otherwise: '8G', description: 'size of the sparse image' },
  seed: {
    value: 'HEX',
    otherwise: 'derived from the configuration without its secrets',
    description: 'seed for the generated UUIDs',
  },
  'command-limit': {
    value: 'TIME',
    otherwise: '10m',
    description: 'time limit for each custom command',
    details:
      'Specify seconds, minutes or hours. The limit is part of the plan; the installation fails when a command exceeds it.',
  },
} as const;

const installOptions = {
  yes: {
    description: 'confirm the plan',
    details:
      'Without this option, the command asks for confirmation in a terminal; without a terminal, it refuses to run.',
  },
  wipe: {
    description: 'allow overwriting a file that Writ did not create, or a disk that is not empty',
    details:
      'An image that Writ created is replaced even without this option, once the new image is complete.',
  },
  'plan-sha256': { value: 'HEX', description: 'only accept the plan with this digest' },
  lock: {
    value: 'FILE',
    description: 'install exactly the packages in a lock file, or fail before the first write',
    details:
      'Every installed system contains a lock file in [/var/log/writ](guide/installer/install-record.md).',
  },
  'dry-run': { description: 'check and plan only, write nothing' },
  resume: {
    description: 'continue the interrupted installation onto this target',
    details:
      'The command refuses to run if the configuration, plan or target differs, and starts a new installation if there is nothing to continue.',
  },
  'rerun-command': {
    description: 'with --resume, allow rerunning a custom command that had already started',
    details: 'Without this option, the command exits with status 4 and names the custom command.',
  },
  mirror: {
    value: 'URL',
    description: 'mirror to use instead of the configured mirrors; must contain $repo and $arch',
    details: 'The plan that `--dry-run` prints contains the mirror.',
  },
  'min-rate': {
    value: 'RATE',
    otherwise: '50kB',
    description:
      'minimum total download rate in bytes per second, measured over a minute; a slower mirror is replaced by the next one',
    details:
      'For example, `50kB` or `1MB`; 0 accepts every mirror. If the last mirror is too slow, the command exits with status 3.',
  },
  events: {
    value: 'FILE|-',
    description: 'write each event as a line of JSON to this file; - for standard output',
  },
  quiet: { description: 'do not print progress' },
} as const;

export type PlanOptions = ConfigurationOptions & typeof planOptions;
export type InstallOptions = PlanOptions & typeof installOptions;

export const planCommand: CommandDeclaration<PlanOptions> = {
  summary: 'show what an installation would do, in order',
  operands: [configOperand],
  options: { ...configurationOptions, ...planOptions },
};

export const installCommand: CommandDeclaration<InstallOptions> = {
  summary: 'install onto a disk or into an image',
  operands: [configOperand],
  options: { ...configurationOptions, ...planOptions, ...installOptions },
};
