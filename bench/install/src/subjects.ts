import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths of the files of one run. */
export interface RunFiles {
  readonly image: string;
  readonly imageMegabytes: number;
  /** The configuration for Writ. */
  readonly config: string;
  /** File for Writ's events. */
  readonly events: string;
}

/** An installation method that is measured. */
export interface Subject {
  readonly name: string;
  readonly description: string;
  readonly command: (files: RunFiles) => readonly string[];
}

const procedure = (name: string): readonly string[] => [
  'bash',
  fileURLToPath(new URL(`../procedures/${name}.sh`, import.meta.url)),
];

/** @param script path of the file that runs `writ` */
export function writSubject(name: string, script: string): Subject {
  return {
    name,
    description: '`writ install`, packed and installed by npm',
    command: ({ image, imageMegabytes, config, events }) => [
      process.execPath,
      script,
      'install',
      config,
      `--target=${image}`,
      `--image-size=${imageMegabytes}M`,
      `--events=${events}`,
      '--yes',
      '--quiet',
    ],
  };
}

/** Creates a subject that runs the sources of another checkout. */
export function checkoutSubject(folder: string): Subject {
  return writSubject(folder, join(folder, 'packages/cli/bin/writ.js'));
}

/** The subjects that are shell procedures. All subjects are compared with the first one. */
export const procedures: readonly Subject[] = [
  {
    name: 'sequential',
    description: 'the installation guide as a script: each group of packages in a separate run of pacstrap',
    command: () => procedure('sequential'),
  },
  {
    name: 'archinstall',
    description: "the steps of archinstall 2.8.6 in archinstall's order",
    command: () => procedure('archinstall'),
  },
  {
    name: 'ordered',
    description: 'the steps of sequential, in the order that takes the least time',
    command: () => procedure('ordered'),
  },
  {
    name: 'early',
    description: 'like ordered, with steps that start too early for the same result',
    command: () => ['env', 'EARLY=yes', ...procedure('ordered')],
  },
  { name: 'mkosi', description: "Debian's mkosi", command: () => procedure('mkosi') },
  {
    name: 'floor',
    description: 'download, bsdtar, the initramfs of each kernel once, mkfs, sync',
    command: () => procedure('floor'),
  },
];
