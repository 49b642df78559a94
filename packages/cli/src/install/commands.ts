import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configOperand, configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';
import { commandLimitOption, imageOptions } from '../configuration/plan-options.ts';

const targetOptions = {
  secret: {
    value: 'NAME=@FILE|-',
    repeatable: true,
    description: 'a secret that the configuration refers to, read from a file or, for -, from standard input',
    details:
      'This option cannot be combined with `--creds`. One line break at the end of the secret is ignored.',
  },
  target: {
    value: 'TARGET',
    repeatable: true,
    description:
      'image file, disk or prepared folder to install onto; overrides the harddrives key; a second target is for /home',
    details:
      'The name of an image must end in `.img` or `.raw`; a [folder](guide/installer/prepared-folder.md) requires the layout `mounted`; [disks](guide/installer/targets.md) can also be selected by serial number, WWN or model.',
  },
} as const;

const seedOption = {
  seed: {
    value: 'HEX',
    otherwise: 'derived from the target and from the configuration without its secrets',
    description: 'seed for the generated UUIDs: 8 to 128 hexadecimal digits',
  },
} as const;

const installOptions = {
  yes: {
    description: 'confirm the plan',
    details:
      'Without this option, the command asks for confirmation in a terminal; without a terminal, it exits with status 3.',
  },
  wipe: {
    description: 'allow overwriting a file that Writ did not create, or a disk that is not empty',
    details:
      'For a disk, this option is needed only with `--yes`, and `--plan-sha256` can replace it; without `--yes`, the command asks you to type the serial number or model of the disk. An image that Writ created is replaced even without this option, once the new image is complete.',
  },
  'plan-sha256': {
    value: 'HEX',
    description: 'accept only the plan with this digest',
    details: 'The plan must still be confirmed, for example with `--yes`.',
  },
  lock: {
    value: 'FILE',
    description: 'install exactly the packages in a lock file, or fail before the first write',
    details:
      'The file can also be an https URL. Every installed system contains the lock file of its installation in [/var/log/writ](guide/installer/install-record.md).',
  },
  'dry-run': { description: 'only check and plan; write nothing' },
  resume: {
    description: 'continue the interrupted installation onto this target',
    details:
      'If the plan has changed since then, the command exits with status 3. If there is nothing to continue, it starts a new installation.',
  },
  'rerun-command': {
    description: 'with --resume, allow rerunning a custom command that had already started',
    details: 'Without this option, `writ install` exits with status 4 and names the custom command.',
  },
  mirror: {
    value: 'URL',
    description: 'mirror to use instead of the configured mirrors; the URL must contain $repo and $arch',
    details:
      'The URL can begin with `http:`, `https:` or `file:`. The mirror is part of the plan, as `--dry-run` shows.',
  },
  'min-rate': {
    value: 'RATE',
    otherwise: '50kB',
    description:
      'minimum total download rate in bytes per second, measured over a minute; a slower mirror is replaced by the next one',
    details:
      'For example, `50kB`, `1MB` or `512KiB`; 0 accepts every mirror. If the last mirror is too slow, the exit status is 3, or 4 if packages are downloaded [to the new file system](guide/installer/mirrors.md#a-live-system-in-little-memory).',
  },
  events: {
    value: 'FILE|-',
    description: 'write each event as a line of JSON to this file; - for standard output',
    details:
      'An existing file is overwritten. [Events](guide/installer/running.md#events) describes their content.',
  },
  quiet: { description: 'print only findings and failures, not progress' },
  ssh: {
    value: 'HOST',
    description: 'install onto a disk of this host, a destination for ssh such as root@HOST',
    details: 'See [installing over SSH](guide/installer/ssh.md).',
  },
  'ssh-option': {
    value: 'OPTION',
    repeatable: true,
    description: 'with --ssh, an option to pass to ssh -o',
  },
  'ssh-system': {
    value: 'FILE',
    description: 'with --ssh, the archive to send, which npm run build:medium writes',
  },
} as const;

export type PlanOptions = ConfigurationOptions &
  typeof targetOptions &
  typeof imageOptions &
  typeof seedOption &
  typeof commandLimitOption;
export type InstallOptions = PlanOptions & typeof installOptions;

const planOptions: PlanOptions = {
  ...configurationOptions,
  ...targetOptions,
  ...imageOptions,
  ...seedOption,
  ...commandLimitOption,
};

export const planCommand: CommandDeclaration<PlanOptions> = {
  summary: 'show what an installation would do, in order',
  operands: [configOperand],
  options: planOptions,
};

export const installCommand: CommandDeclaration<InstallOptions> = {
  summary: 'install onto a disk or into an image',
  operands: [configOperand],
  options: { ...planOptions, ...installOptions },
};
