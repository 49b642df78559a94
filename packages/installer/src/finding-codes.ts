import {
  defineRules,
  phrasesOf,
  ruleMembers,
  textOf,
  type Diagnostic,
  type Rules,
  type Wording,
} from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';

/** Rules about machine, target and mirrors. Rules about configurations are in config/finding-codes.ts. */
const declarations = {
  // W15: Machine, options and profile
  'not-root': {
    code: 'W1502',
    severity: 'error',
    title: 'Writing to a disk requires root; creating an image requires root or subordinate IDs.',
  },
  'architecture-unsupported': {
    code: 'W1503',
    severity: 'error',
    title: 'The machine must have an x86-64 processor.',
  },
  'tool-missing': {
    code: 'W1504',
    severity: 'error',
    title: 'Every program that the plan runs must be installed on this machine.',
  },
  'secret-missing': {
    code: 'W1505',
    severity: 'error',
    title: 'The credentials must contain every secret that the configuration refers to.',
  },
  'wrong-option': { code: 'W1506', severity: 'error', title: 'Option values must be valid.' },
  'cache-unusable': { code: 'W1507', severity: 'error', title: 'The package cache must be usable.' },
  'system-error': {
    code: 'W1508',
    severity: 'error',
    title: 'The operating system must allow every operation of the installation.',
  },
  'loader-needs-uefi': {
    code: 'W1510',
    severity: 'error',
    title: 'Every boot loader except grub-install requires UEFI firmware.',
  },
  'firmware-32-bit': {
    code: 'W1511',
    severity: 'error',
    title: 'The firmware must be able to start 64-bit boot loaders.',
  },
  'bios-sectors': {
    code: 'W1512',
    severity: 'error',
    title: 'BIOS boot requires a disk with 512-byte sectors.',
  },
  'removable-path': {
    code: 'W1513',
    severity: 'note',
    title:
      'With efistub but without firmware boot entries, the first kernel is started from the removable media path.',
  },
  'facts-unusable': {
    code: 'W1514',
    severity: 'error',
    title: 'The file passed with `--facts` must have been written by `writ facts`.',
  },
  'iso-network': {
    code: 'W1515',
    severity: 'error',
    title: 'Copying network settings requires a running live medium.',
  },
  'facts-elsewhere': {
    code: 'W1516',
    severity: 'error',
    title: 'A plan for a disk must run on the machine that its facts describe.',
  },
  'kernel-lacks': {
    code: 'W1517',
    severity: 'error',
    title: 'The running kernel must support the file systems and the encryption that the installation uses.',
  },
  'profile-unreadable': {
    code: 'W1520',
    severity: 'error',
    title: 'The profile at `profile.path` must be readable and match its digest.',
  },
  'profile-python': {
    code: 'W1521',
    severity: 'error',
    title: 'Writ must be able to read a Python profile without running it.',
  },
  'keyboard-console-only': {
    code: 'W1522',
    severity: 'note',
    title: 'Graphical sessions use the `us` layout if the keyboard layout is available only on the console.',
  },
  'login-not-kept': {
    code: 'W1523',
    severity: 'note',
    title: 'A mirror login is used only for the installation and is not stored on the installed system.',
  },
  'boot-not-encrypted': {
    code: 'W1524',
    severity: 'note',
    title: 'The partition with the kernel is not encrypted.',
  },
  'shared-volume-key': {
    code: 'W1525',
    severity: 'warning',
    title: 'Copies of an encrypted image have the same volume key.',
  },

  // W16: Targets
  'no-target': { code: 'W1600', severity: 'error', title: 'An installation must have a target.' },
  'target-kind': {
    code: 'W1601',
    severity: 'error',
    title: 'A target must be a whole disk or a valid image name.',
  },
  'target-not-ours': {
    code: 'W1602',
    severity: 'error',
    title: 'An image must not replace a file that Writ did not create.',
  },
  'target-in-use': {
    code: 'W1603',
    severity: 'error',
    title: 'The target must not be in use.',
  },
  'target-folder': {
    code: 'W1604',
    severity: 'error',
    title: 'The folder of an image must exist and be writable.',
  },
  'target-too-small': {
    code: 'W1605',
    severity: 'error',
    title: 'The target must be large enough for the system.',
  },
  'target-unknown': { code: 'W1606', severity: 'error', title: 'A target disk must exist on this machine.' },
  'no-room': {
    code: 'W1607',
    severity: 'error',
    title: "The package cache and the image's folder must have enough space.",
  },
  'target-ambiguous': {
    code: 'W1608',
    severity: 'error',
    title: 'A disk name must match exactly one disk.',
  },
  'target-twice': { code: 'W1609', severity: 'error', title: 'The two drives must be different disks.' },
  'target-read-only': { code: 'W1610', severity: 'error', title: 'The target must be writable.' },
  'targets-mixed': {
    code: 'W1611',
    severity: 'error',
    title: 'If there are two targets, both must be images or both must be disks.',
  },
  'late-download': {
    code: 'W1612',
    severity: 'note',
    title:
      'Packages that do not fit into the package cache are downloaded to the new file system, after the disk has been wiped.',
  },
  'home-twice': {
    code: 'W1613',
    severity: 'error',
    title: 'At most one file system may be mounted at /home.',
  },

  // W17: Mirrors and packages
  'mirror-unusable': {
    code: 'W1701',
    severity: 'error',
    title: 'At least one mirror must be reachable and usable.',
  },
  'mirror-key': {
    code: 'W1702',
    severity: 'error',
    title: 'Mirror packages and databases must be signed with a trusted key.',
  },
  'package-unknown': {
    code: 'W1703',
    severity: 'error',
    title: 'Every package must be in a mirror repository.',
  },
  'packages-unresolvable': {
    code: 'W1704',
    severity: 'error',
    title: 'The packages must be installable together.',
  },
  'unit-unknown': {
    code: 'W1705',
    severity: 'error',
    title: 'Every service must be provided by a package in the plan.',
  },
  'program-missing': {
    code: 'W1706',
    severity: 'error',
    title: 'Every program that runs in the new system must be provided by a package in the plan.',
  },
  'download-failed': {
    code: 'W1707',
    severity: 'error',
    title: 'Every package must be downloadable and match its signed digest.',
  },
  'clock-wrong': {
    code: 'W1708',
    severity: 'error',
    title: "The machine's clock must be correct, because the verification of signatures depends on it.",
  },
  'lock-unusable': {
    code: 'W1709',
    severity: 'error',
    title: 'A lock file must be one that an installation wrote.',
  },
  'lock-differs': {
    code: 'W1710',
    severity: 'error',
    title: 'The packages must exactly match the package lock.',
  },

  // W18: Consent and resuming
  'plan-changed': {
    code: 'W1801',
    severity: 'error',
    title: "The plan's digest must match the confirmed one.",
  },
  'no-consent': {
    code: 'W1802',
    severity: 'error',
    title: 'The plan, and any data loss that it lists, must be confirmed.',
  },
  'cannot-resume': {
    code: 'W1803',
    severity: 'error',
    title: 'The configuration, plan and target must be the same as in the interrupted run.',
  },
} as const;

export type RefusalRule = keyof typeof declarations;

export const REFUSAL_RULES: Rules<RefusalRule> = defineRules(declarations);

/** The location of a refusal, and the fix. */
export interface RefusalDetails extends Pick<Diagnostic, 'pointer'> {
  readonly expected?: Wording;
  readonly hint?: Wording;
}

/**
 * Creates an installer finding: a reason to refuse a run, or a note about a plan. The finding contains no
 * secret.
 */
export function refusal(
  rule: RefusalRule,
  message: Wording,
  { hint, expected, pointer }: RefusalDetails = {},
): Diagnostic {
  return {
    ...ruleMembers(REFUSAL_RULES[rule]),
    message: textOf(message),
    ...defined({ pointer, hint: hint && textOf(hint), expected: expected && textOf(expected) }),
    ...phrasesOf({ message, expected, hint }),
  };
}
