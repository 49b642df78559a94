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

/**
 * Rules about the machine, targets, mirrors, packages and consent. Rules about configurations are in
 * config/finding-codes.ts.
 */
const declarations = {
  // W15: Machine, options and profile
  'not-root': {
    code: 'W1502',
    severity: 'error',
    title:
      'Root is required to write to a disk, or to create an image with XFS, btrfs or a swap file; any other image requires root or 65,536 subordinate IDs.',
  },
  'architecture-unsupported': {
    code: 'W1503',
    severity: 'error',
    title: 'The machine must have an x86-64 processor.',
  },
  'tool-missing': {
    code: 'W1504',
    severity: 'error',
    title: 'Every program that the installation runs on this machine must be installed.',
  },
  'secret-missing': {
    code: 'W1505',
    severity: 'error',
    title: 'The credentials must contain every secret that the configuration refers to.',
  },
  'wrong-option': {
    code: 'W1506',
    severity: 'error',
    title: 'The options must have valid values, and at most two targets may be passed.',
  },
  'cache-unusable': {
    code: 'W1507',
    severity: 'error',
    title: 'Writ must be able to use the package cache folder.',
  },
  'system-error': {
    code: 'W1508',
    severity: 'error',
    title: 'The operating system must not report an error while the installation is being prepared.',
  },
  'loader-needs-uefi': {
    code: 'W1510',
    severity: 'error',
    title: 'Every boot loader except `grub-install` requires UEFI firmware.',
  },
  'firmware-32-bit': {
    code: 'W1511',
    severity: 'error',
    title: 'The UEFI firmware of the machine must be 64-bit, because the boot loaders are 64-bit programs.',
  },
  'bios-sectors': {
    code: 'W1512',
    severity: 'error',
    title: 'BIOS firmware requires a system disk with 512-byte sectors.',
  },
  'removable-path': {
    code: 'W1513',
    severity: 'note',
    title:
      'With `efistub`, the first kernel is started from the removable media path if no boot entries can be written to the firmware.',
  },
  'facts-unusable': {
    code: 'W1514',
    severity: 'error',
    title: 'The file passed with `--facts` must be the output of `writ facts`.',
  },
  'iso-network': {
    code: 'W1515',
    severity: 'error',
    title:
      'The network type `iso` requires a disk as the target, and a running live medium with network settings to copy.',
  },
  'facts-elsewhere': {
    code: 'W1516',
    severity: 'error',
    title: 'An installation onto a disk with `--facts` must run on the machine that the facts describe.',
  },
  'kernel-lacks': {
    code: 'W1517',
    severity: 'error',
    title:
      'The running kernel must support the file systems, the encryption and the RAID level that the installation uses on this machine.',
  },
  'profile-unreadable': {
    code: 'W1520',
    severity: 'error',
    title:
      'The profile definition at `profile.path` must be readable and, if it is at an https address, match its digest.',
  },
  'profile-python': {
    code: 'W1521',
    severity: 'error',
    title:
      'A Python profile must define its lists as literals, because Writ reads it with `python3` but does not run it.',
  },
  'keyboard-console-only': {
    code: 'W1522',
    severity: 'note',
    title: 'Graphical sessions use the us layout if the keyboard layout is available only on the console.',
  },
  'login-not-kept': {
    code: 'W1523',
    severity: 'note',
    title:
      'The login of a mirror is used only during the installation and is not stored on the installed system.',
  },
  'boot-not-encrypted': {
    code: 'W1524',
    severity: 'note',
    title: 'The partition at /boot, which contains the kernel, is not encrypted.',
  },
  'shared-volume-key': {
    code: 'W1525',
    severity: 'warning',
    title: 'Each copy of an encrypted image should get its own volume key.',
  },
  'secure-boot': {
    code: 'W1526',
    severity: 'warning',
    title: 'Secure Boot should be disabled, because the installed system is not signed.',
  },
  'hibernate-unsuitable': {
    code: 'W1527',
    severity: 'error',
    title: 'On BIOS machines, hibernation requires a swap partition.',
  },
  'hibernate-small': {
    code: 'W1528',
    severity: 'warning',
    title: 'The swap space of a machine that hibernates should be as large as its memory.',
  },

  'host-commands': {
    code: 'W1529',
    severity: 'error',
    title:
      'A configuration for an install service must not contain commands that run on the installing system.',
  },
  'early-command-failed': {
    code: 'W1530',
    severity: 'error',
    title: 'Every early command must succeed.',
  },

  // W16: Targets
  'no-target': { code: 'W1600', severity: 'error', title: 'An installation must have a target.' },
  'target-kind': {
    code: 'W1601',
    severity: 'error',
    title: 'A target must be a whole disk, an image file with a valid name, or a prepared folder.',
  },
  'target-not-ours': {
    code: 'W1602',
    severity: 'error',
    title:
      'An image must not replace a non-empty file that Writ did not create, and the folder NAME.img.writ must not exist unless Writ created it.',
  },
  'target-in-use': {
    code: 'W1603',
    severity: 'error',
    title: 'The target must not be in use.',
  },
  'target-folder': {
    code: 'W1604',
    severity: 'error',
    title:
      'The folder that contains the image, or the folder for the state of an installation onto a disk, must be writable.',
  },
  'target-too-small': {
    code: 'W1605',
    severity: 'error',
    title:
      'The target must be large enough for the system and all listed partitions, and a second drive large enough for /home.',
  },
  'target-unknown': { code: 'W1606', severity: 'error', title: 'The target disk must exist on the machine.' },
  'no-room': {
    code: 'W1607',
    severity: 'error',
    title: 'The package cache and the folder that contains the image must have enough free space.',
  },
  'target-ambiguous': {
    code: 'W1608',
    severity: 'error',
    title: 'A serial number, WWN or model must identify exactly one disk.',
  },
  'target-twice': { code: 'W1609', severity: 'error', title: 'The two targets must be different.' },
  'target-read-only': { code: 'W1610', severity: 'error', title: 'A target disk must not be read-only.' },
  'targets-mixed': {
    code: 'W1611',
    severity: 'error',
    title: 'Two targets must be either two images or two disks.',
  },
  'late-download': {
    code: 'W1612',
    severity: 'note',
    title:
      'If the package cache is too small, all packages are downloaded to the new file system after the disk has been wiped.',
  },
  'home-twice': {
    code: 'W1613',
    severity: 'error',
    title:
      'The system drive must not contain a partition or subvolume for /home if a second drive is used for /home.',
  },
  'kept-partition': {
    code: 'W1614',
    severity: 'error',
    title:
      'Each partition that `x-writ.disk.partitions` keeps must exist exactly once, on a disk with a GPT, and must contain a file system that the new system can use, unless it remains unused.',
  },
  'partitions-unsuitable': {
    code: 'W1615',
    severity: 'error',
    title: 'The partitions in `x-writ.disk.partitions` must suit the firmware and the targets.',
  },
  'raid-unsuitable': {
    code: 'W1616',
    severity: 'error',
    title: 'RAID 1 requires two disks with the same sector size as targets.',
  },
  'file-system-unsuitable': {
    code: 'W1617',
    severity: 'error',
    title: 'An image must not contain f2fs, which Writ creates only on disks.',
  },
  'folder-unsuitable': {
    code: 'W1618',
    severity: 'error',
    title:
      'The file systems in a prepared folder must be on partitions of disks, and suit the firmware and the boot loader.',
  },
  'folder-not-empty': {
    code: 'W1619',
    severity: 'error',
    title: 'The file systems of a prepared folder to which packages write must be empty.',
  },
  'kept-copy': {
    code: 'W1620',
    severity: 'warning',
    title: 'No other disk should have the UUID of a kept partition or of its file system.',
  },

  // W17: Mirrors and packages
  'mirror-unusable': {
    code: 'W1701',
    severity: 'error',
    title: 'At least one mirror must respond and provide the databases of all enabled repositories.',
  },
  'mirror-key': {
    code: 'W1702',
    severity: 'error',
    title: 'The keys and the signatures of mirrors must be valid and trusted.',
  },
  'package-unknown': {
    code: 'W1703',
    severity: 'error',
    title: 'Every package and package group must be in an enabled repository of the mirrors.',
  },
  'packages-unresolvable': {
    code: 'W1704',
    severity: 'error',
    title: 'The packages must not conflict, and the mirrors must have all of their dependencies.',
  },
  'unit-unknown': {
    code: 'W1705',
    severity: 'error',
    title: 'Every enabled service must be provided by a package that is installed.',
  },
  'program-missing': {
    code: 'W1706',
    severity: 'error',
    title:
      'Every program and file that the installation uses in the new system must be provided by a package that is installed.',
  },
  'download-failed': {
    code: 'W1707',
    severity: 'error',
    title: 'Every package must be downloadable and have a valid signature.',
  },
  'clock-wrong': {
    code: 'W1708',
    severity: 'error',
    title: "The machine's clock must be correct, because signature verification depends on it.",
  },
  'lock-unusable': {
    code: 'W1709',
    severity: 'error',
    title: 'The file passed with `--lock` must be a package lock that an installation wrote.',
  },
  'lock-differs': {
    code: 'W1710',
    severity: 'error',
    title: 'The packages must exactly match the package lock passed with `--lock`.',
  },

  // W18: Consent and resuming
  'plan-changed': {
    code: 'W1801',
    severity: 'error',
    title: 'The confirmed digest must match the current plan.',
  },
  'no-consent': {
    code: 'W1802',
    severity: 'error',
    title: 'The plan, and any data loss that it lists, must be confirmed.',
  },
  'cannot-resume': {
    code: 'W1803',
    severity: 'error',
    title: 'Only an unfinished installation with the same plan and target can be resumed.',
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
