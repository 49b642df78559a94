import { defineRules, ruleMembers, type Diagnostic, type Rules } from '@writ/diagnostics';

/** Rules about machine, target and mirrors. Rules about configurations are in config/finding-codes.ts. */
const declarations = {
  // W15: Machine, options and profile
  'not-root': {
    code: 'W1502',
    severity: 'error',
    title: 'Writing to a disk requires root; creating an image requires root or subordinate ids.',
  },
  'architecture-unsupported': {
    code: 'W1503',
    severity: 'error',
    title: 'The machine has an x86-64 processor.',
  },
  'tool-missing': {
    code: 'W1504',
    severity: 'error',
    title: 'Each program that the plan runs is installed on this machine.',
  },
  'secret-missing': {
    code: 'W1505',
    severity: 'error',
    title: 'The credentials contain each secret that the configuration names.',
  },
  'wrong-option': { code: 'W1506', severity: 'error', title: 'The value of an option is valid.' },
  'cache-unusable': { code: 'W1507', severity: 'error', title: 'The package cache can be used.' },
  'system-error': {
    code: 'W1508',
    severity: 'error',
    title: 'The operating system permits the operations of an installation.',
  },
  'loader-needs-uefi': {
    code: 'W1510',
    severity: 'error',
    title: 'A boot loader that requires UEFI firmware is used with UEFI firmware.',
  },
  'firmware-32-bit': {
    code: 'W1511',
    severity: 'error',
    title: 'The firmware starts 64-bit boot loaders.',
  },
  'bios-sectors': {
    code: 'W1512',
    severity: 'error',
    title: 'With BIOS firmware, the disk has 512-byte sectors.',
  },
  'removable-path': {
    code: 'W1513',
    severity: 'note',
    title: 'Without firmware boot entries, the boot loader starts from the removable path.',
  },
  'facts-unusable': {
    code: 'W1514',
    severity: 'error',
    title: 'A file of `--facts` was written by `writ facts`.',
  },
  'iso-network': {
    code: 'W1515',
    severity: 'error',
    title: 'Network settings are copied from a running live medium.',
  },
  'facts-elsewhere': {
    code: 'W1516',
    severity: 'error',
    title: 'A plan for a disk runs on the machine that its facts describe.',
  },
  'kernel-lacks': {
    code: 'W1517',
    severity: 'error',
    title: 'The running kernel can mount each file system of the disk.',
  },
  'profile-unreadable': {
    code: 'W1520',
    severity: 'error',
    title: 'The file or address of `profile.path` can be read, and has its digest.',
  },
  'profile-python': {
    code: 'W1521',
    severity: 'error',
    title: 'A profile in Python can be read without running it.',
  },
  'keyboard-console-only': {
    code: 'W1522',
    severity: 'note',
    title: 'Graphical sessions start with the layout us if the keyboard layout exists for the console only.',
  },
  'login-not-kept': {
    code: 'W1523',
    severity: 'note',
    title: 'User name and password of a mirror are used for the installation and not written to the system.',
  },

  // W16: Targets
  'no-target': { code: 'W1600', severity: 'error', title: 'An installation has a target.' },
  'target-kind': {
    code: 'W1601',
    severity: 'error',
    title: 'A target is a whole disk or the name of an image.',
  },
  'target-not-ours': {
    code: 'W1602',
    severity: 'error',
    title: 'Only an image that Writ created is overwritten.',
  },
  'target-in-use': {
    code: 'W1603',
    severity: 'error',
    title: 'No program and no mount uses the target or a part of it.',
  },
  'target-folder': {
    code: 'W1604',
    severity: 'error',
    title: 'The folder of an image exists and can be written.',
  },
  'target-too-small': {
    code: 'W1605',
    severity: 'error',
    title: 'The target is large enough for the system.',
  },
  'target-unknown': { code: 'W1606', severity: 'error', title: 'A target is a disk of the machine.' },
  'no-room': {
    code: 'W1607',
    severity: 'error',
    title: 'The folders of packages and image have enough space.',
  },
  'target-ambiguous': { code: 'W1608', severity: 'error', title: 'The name of a disk matches one disk.' },
  'target-twice': { code: 'W1609', severity: 'error', title: 'The two drives are different disks.' },
  'target-read-only': { code: 'W1610', severity: 'error', title: 'A target can be written.' },
  'targets-mixed': {
    code: 'W1611',
    severity: 'error',
    title: 'Two targets are of the same kind: images or disks.',
  },
  'late-download': {
    code: 'W1612',
    severity: 'note',
    title:
      'Packages that do not fit into the package cache are downloaded to the new file system, after the disk has been wiped.',
  },

  // W17: Mirrors and packages
  'mirror-unusable': {
    code: 'W1701',
    severity: 'error',
    title: 'At least one mirror is reachable and usable.',
  },
  'mirror-key': {
    code: 'W1702',
    severity: 'error',
    title: 'Packages and databases of a mirror are signed with a trusted key.',
  },
  'package-unknown': {
    code: 'W1703',
    severity: 'error',
    title: 'Each package is in a repository of the mirrors.',
  },
  'packages-unresolvable': {
    code: 'W1704',
    severity: 'error',
    title: 'The packages can be installed together.',
  },
  'unit-unknown': { code: 'W1705', severity: 'error', title: 'Each service is in a package of the plan.' },
  'program-missing': {
    code: 'W1706',
    severity: 'error',
    title: 'Each program that runs in the new system is in a package of the plan.',
  },
  'download-failed': {
    code: 'W1707',
    severity: 'error',
    title: 'Each package can be downloaded and has its signed digest.',
  },
  'clock-wrong': {
    code: 'W1708',
    severity: 'error',
    title: 'The clock of the machine is correct, so that signatures can be verified.',
  },
  'lock-unusable': {
    code: 'W1709',
    severity: 'error',
    title: 'A package lock was written by an installation.',
  },
  'lock-differs': {
    code: 'W1710',
    severity: 'error',
    title: 'The packages are exactly those of the package lock.',
  },

  // W18: Consent and resuming
  'plan-changed': { code: 'W1801', severity: 'error', title: 'The plan has the confirmed digest.' },
  'no-consent': {
    code: 'W1802',
    severity: 'error',
    title: 'The plan and the losses that it lists are confirmed.',
  },
  'cannot-resume': {
    code: 'W1803',
    severity: 'error',
    title: 'Configuration, plan and target are those of the interrupted run.',
  },
} as const;

export type RefusalRule = keyof typeof declarations;

export const REFUSAL_RULES: Rules<RefusalRule> = defineRules(declarations);

/** Creates a finding of the installer: a reason to refuse a run, or a note about a plan. Contains no secret. */
export function refusal(
  rule: RefusalRule,
  message: string,
  more: Pick<Diagnostic, 'hint' | 'pointer' | 'expected'> = {},
): Diagnostic {
  return { ...ruleMembers(REFUSAL_RULES[rule]), message, ...more };
}
