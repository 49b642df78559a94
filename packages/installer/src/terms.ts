import type { Term } from '@writ/diagnostics';

/** The command line's words for the options and steps to which findings and failures refer. */
const COMMAND_WORDS = {
  advanced: '--advanced',
  commandLimit: '--command-limit',
  facts: '--facts',
  firmware: '--firmware',
  imageSize: '--image-size',
  lock: '--lock',
  mirror: '--mirror',
  seed: '--seed',
  /** @param gibibytes size of the image */
  imageSizeOf: (gibibytes: number): string => `--image-size ${gibibytes}G`,
  /** @param option the option that accepts the loss of a setting, with the setting's key */
  acceptLoss: (option: string): string => option,
  /** @param option the option that names a partition to keep */
  namePartition: (option: string): string =>
    `pass ${option}, with the PARTUUID that lsblk -o NAME,PARTUUID prints`,

  // Forms of values
  durations: 'one second to one day, such as 90s, 10m or 1h',
  sizes: 'a size such as 8G or 4096M',

  // Credentials
  asCredentials: 'with --creds',
  supplySecret: 'pass a credentials file that contains it with --creds',
  supplyCredentials: 'pass that file with --creds FILE',
  joinCredentials:
    'to keep the credentials separate, pass the result to writ install with --creds; to merge both files, run writ convert OLD.json --creds FILE',
  /** @param name name of the file */
  checkTogether: (name: string): string => `pass it with a configuration: writ check CONFIG --creds ${name}`,
  /** @param name name of the file */
  checkTemplate: (name: string): string => `check it with its table: writ batch check ${name} TABLE`,
  /** @param name name of the file */
  convertTogether: (name: string): string =>
    `convert it together with its configuration: writ convert CONFIG --creds ${name}`,
  /** @param command the command with the files to convert */
  convert: (command: string): string => command,

  // Target and consent
  chooseTarget: 'pass --target disk.img, or set harddrives in the configuration',
  chooseFolder: 'mount the file systems of the new system at a folder such as /mnt, then pass --target /mnt',
  addSecondDisk: 'add the second disk to harddrives, or pass two targets with --target',
  orOverwrite: ', or overwrite it with --wipe',
  confirmLosses: 'review the plan with writ plan, then pass --wipe, or its digest with --plan-sha256',
  confirmKeeping:
    'review the plan with writ plan, then pass its digest with --plan-sha256, or omit --yes to confirm at the terminal',
  confirmPlan: 'review it with "writ plan", then pass --yes',
  requiresConsent: 'this requires --yes; ',
  orDownloadLate:
    '; with --yes, packages are downloaded to the new file system after the disk has been wiped',

  // Next steps
  startAgain: 'run the same command again',
  resume: 'run the same command with --resume',
  resumeCommand: 'continue with --resume --rerun-command',
  resumeOrRestart: 'pass --resume to continue, or start over',
  resumeUnchanged: 'resume with the same configuration and options, or start over without --resume',
  restart: 'start over without --resume',
} as const;

type CommandWords = typeof COMMAND_WORDS;

/** The name of an option or step to which findings and failures refer. */
export type TermName = keyof CommandWords;

/** The words of a front end for every term. */
export type TermWords = {
  readonly [N in TermName]: CommandWords[N] extends (value: infer V) => string
    ? (value: V) => string
    : string;
};

/** Names an option or a step in a phrase. */
export function term<N extends TermName>(
  name: N,
  ...[value]: CommandWords[N] extends (value: infer V) => string ? [value: V] : []
): Term {
  const words: string | ((value: never) => string) = COMMAND_WORDS[name];
  if (typeof words === 'string') return { term: name, text: words };
  return { term: name, text: words(value as never), value: value as string | number };
}
