import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configOperand, configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';

const planOptions = {
  target: {
    value: 'TARGET',
    repeatable: true,
    description: 'the image to make, or the disk; replaces harddrives; a second one holds /home',
    details:
      'The name of an image ends in `.img` or `.raw`; [disks](guide/installer/targets.md) have more names.',
  },
  firmware: {
    choices: ['uefi', 'bios'],
    otherwise: 'uefi for an image; for a disk what its machine was started with',
    description: 'what the machine starts with',
  },
  'image-size': { value: 'SIZE', otherwise: '8G', description: 'how large the sparse image is' },
  seed: {
    value: 'HEX',
    otherwise: 'the configuration without its secrets',
    description: 'what UUIDs derive from',
  },
  'command-limit': {
    value: 'TIME',
    otherwise: '10m',
    description: 'how long one custom command may take',
    details:
      'In seconds, minutes or hours. A command that takes longer is ended, and the run with it. Part of the plan.',
  },
} as const;

const installOptions = {
  yes: {
    description: 'consent to what the plan says',
    details: 'Without it a terminal asks, and without a terminal nothing happens.',
  },
  wipe: {
    description: 'consent to overwriting a file that Writ did not make',
    details: 'An image that Writ made is replaced without it, when the new one is complete.',
  },
  'plan-sha256': { value: 'HEX', description: 'refuse every plan but the one with this digest' },
  lock: {
    value: 'FILE',
    description: 'install exactly the packages that the file names, or refuse before the first write',
    details: 'Every installed system has such a file in [/var/log/writ](guide/installer/install-record.md).',
  },
  'dry-run': { description: 'check and plan, write nothing' },
  resume: {
    description: 'go on where the last run onto this target stopped',
    details: 'The same configuration, plan and target, or it refuses. When nothing stopped, it begins.',
  },
  'rerun-command': {
    description: 'with --resume: a custom command that had started may be started again',
    details: 'Without it the run ends with 4 and says which.',
  },
  mirror: {
    value: 'URL',
    description: 'replaces the mirrors of the configuration; holds $repo and $arch',
    details: 'Also in the plan: `--dry-run` shows it.',
  },
  'min-rate': {
    value: 'RATE',
    otherwise: '50kB',
    description: 'bytes a second in all, over a minute; a mirror that gives less is left for the next one',
    details:
      'Such as `50kB` or `1MB`; 0 takes every mirror. When the last mirror gives less, the run ends with 3.',
  },
  events: { value: 'FILE|-', description: 'write every event as a line of JSON' },
  quiet: { description: 'show no progress' },
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
