import {
  defineRules,
  phrasesOf,
  ruleMembers,
  textOf,
  type Diagnostic,
  type Rule,
  type Rules,
  type Wording,
} from '@writ/diagnostics';
import { escapeControlCharacters } from './control-characters.ts';
import { SYNTAX_RULES } from './syntax-finding-codes.ts';

/** Rules about configurations, except those about their syntax. */
const declarations = {
  // W11: Keys and values
  'not-allowed': {
    code: 'W1101',
    severity: 'error',
    title:
      'A value must be one of those that its key allows, and a name in a profile definition must be valid.',
  },
  'wrong-type': {
    code: 'W1102',
    severity: 'error',
    title: 'A value must have the type that its key requires.',
  },
  'missing-key': { code: 'W1103', severity: 'error', title: 'Required keys must be present.' },
  'no-credentials': {
    code: 'W1104',
    severity: 'error',
    title: 'The configuration or the credentials must contain `!root-password` or `!users`.',
  },
  'wrong-address': {
    code: 'W1105',
    severity: 'error',
    title:
      'The address of a mirror must be a valid http, https or file URL that contains `$repo` and `$arch`.',
  },
  'empty-value': {
    code: 'W1106',
    severity: 'error',
    title: 'A list or string that requires content must not be empty.',
  },
  'too-many-drives': {
    code: 'W1107',
    severity: 'error',
    title: 'An installation must not use more than two drives.',
  },
  'unknown-key': { code: 'W1110', severity: 'warning', title: 'A key should be known to Writ.' },
  'legacy-key': {
    code: 'W1111',
    severity: 'warning',
    title: "A key that only other archinstall releases use should be converted to Writ's format.",
  },
  'critical-legacy-key': {
    code: 'W1112',
    severity: 'error',
    title:
      "A key for disks, encryption or credentials that only other archinstall releases use must be converted to Writ's format.",
  },
  'credentials-file': {
    code: 'W1113',
    severity: 'note',
    title: 'A file that contains only credentials should be passed with `--creds`.',
  },
  'null-is-absent': { code: 'W1114', severity: 'note', title: 'A key with the value `null` is ignored.' },
  'empty-is-absent': {
    code: 'W1115',
    severity: 'note',
    title: 'A key with an empty string as its value is ignored.',
  },
  'unknown-extension': {
    code: 'W1116',
    severity: 'error',
    title: 'The name of `x-writ` must be spelled correctly, and its keys must be known to Writ.',
  },
  'wrong-format': {
    code: 'W1117',
    severity: 'error',
    title: 'A value must have the format, or be in the range, that its key requires.',
  },
  'template-file': {
    code: 'W1118',
    severity: 'error',
    title: 'A template must be checked and planned with a table, because it is not a configuration.',
  },

  // W12: Configurations that cannot be installed
  'uki-needs-efi-loader': {
    code: 'W1201',
    severity: 'error',
    title: 'Unified kernel images require the boot loader `systemd-bootctl` or `efistub`.',
  },
  'no-login': { code: 'W1202', severity: 'error', title: 'Root or at least one user must have a password.' },
  'user-name': {
    code: 'W1203',
    severity: 'error',
    title:
      'A user name must be accepted by useradd, and must not be the name of a user or group in the base system.',
  },
  'duplicate-user': { code: 'W1204', severity: 'error', title: 'User names must be unique.' },
  'host-name': { code: 'W1205', severity: 'error', title: 'The host name must be valid.' },
  timezone: { code: 'W1206', severity: 'error', title: 'The time zone must be a name from the tz database.' },
  keyboard: {
    code: 'W1207',
    severity: 'error',
    title: 'The keyboard layout must be the name of a console keymap.',
  },
  locale: {
    code: 'W1208',
    severity: 'error',
    title: '`sys-language` and `sys-encoding` must together form a supported locale.',
  },
  'unknown-region': {
    code: 'W1209',
    severity: 'error',
    title: 'A mirror region without server addresses must be a known region.',
  },
  'no-enabled-address': {
    code: 'W1210',
    severity: 'error',
    title: 'A mirror region with server addresses must have at least one enabled address.',
  },
  'details-against-main': {
    code: 'W1211',
    severity: 'error',
    title: '`profile.details` must belong to the main profile.',
  },
  'custom-without-entries': {
    code: 'W1212',
    severity: 'error',
    title: 'A custom profile must have at least one enabled entry.',
  },
  'manual-without-nics': {
    code: 'W1213',
    severity: 'error',
    title: 'A manual network configuration must list at least one interface.',
  },
  'nic-address': {
    code: 'W1214',
    severity: 'error',
    title: 'The addresses of a network interface must be valid and consistent.',
  },
  'duplicate-nic': {
    code: 'W1215',
    severity: 'error',
    title: 'A network interface must be listed only once.',
  },
  'duplicate-drive': { code: 'W1216', severity: 'error', title: 'A drive must be listed only once.' },
  'password-hash': {
    code: 'W1217',
    severity: 'error',
    title:
      'A password must be plain text without control characters, or a complete hash of a supported kind: `$y$`, `$6$`, `$2b$` or `$5$`.',
  },
  'nic-name': {
    code: 'W1218',
    severity: 'error',
    title: 'The name of a network interface must be a valid kernel name, or a pattern with `*` or `?`.',
  },
  'drive-name': {
    code: 'W1219',
    severity: 'error',
    title: 'A drive must be identified by its path, serial number, WWN or model, or be an image file.',
  },
  'entry-name': {
    code: 'W1220',
    severity: 'error',
    title: 'Each package and each service must be specified by a single valid name.',
  },
  'wrong-secret': {
    code: 'W1221',
    severity: 'error',
    title: 'A secret in the credentials must be valid for the key that refers to it.',
  },
  command: {
    code: 'W1222',
    severity: 'error',
    title: 'A custom command must have at most 131,071 bytes and contain no null character.',
  },
  unprintable: {
    code: 'W1223',
    severity: 'error',
    title: 'Values and names must not contain control characters.',
  },
  'profile-address': {
    code: 'W1224',
    severity: 'error',
    title: '`profile.path` must be a file, or an https address that is pinned with a SHA-256 digest.',
  },
  'unknown-account': {
    code: 'W1225',
    severity: 'error',
    title: 'Each account in `x-writ.accounts` must belong to a user in `!users`.',
  },
  'swap-size': {
    code: 'W1226',
    severity: 'error',
    title: 'A swap file or swap partition must have a size.',
  },
  'home-size': {
    code: 'W1227',
    severity: 'error',
    title:
      'If /home has its own partition on the system drive, exactly one of the partitions for / and /home must take the remaining space, and the other one must be large enough.',
  },
  'btrfs-settings': {
    code: 'W1228',
    severity: 'error',
    title: '`x-writ.disk.btrfs` requires the file system btrfs.',
  },
  subvolume: {
    code: 'W1229',
    severity: 'error',
    title:
      'Btrfs subvolumes must have valid and unique names and mount points that nothing else uses, and one of them must be mounted at /.',
  },
  passphrase: {
    code: 'W1230',
    severity: 'error',
    title:
      'The passphrase of an encrypted disk must be plain text without control characters, with at least 8 characters and at most 512 bytes.',
  },
  'repository-name': {
    code: 'W1231',
    severity: 'error',
    title:
      'Each repository in `x-writ.repositories` must have a unique name that the distribution does not use.',
  },
  'repository-key': {
    code: 'W1232',
    severity: 'error',
    title:
      'A repository in `x-writ.repositories` must have the fingerprint of its key, unless `signatures` is `none`, and the address of the key must not contain a secret.',
  },
  'aur-packages': {
    code: 'W1233',
    severity: 'error',
    title: 'The list of AUR packages must be empty, because Writ does not build packages.',
  },
  snapshots: {
    code: 'W1234',
    severity: 'error',
    title:
      'Snapshots require a subvolume that is mounted at /: for Timeshift, it must be named @; for snapper, the name @snapshots must be free.',
  },
  partitions: {
    code: 'W1235',
    severity: 'error',
    title:
      'The list `x-writ.disk.partitions` must describe a complete system, with one partition for / and the partitions that the boot loader requires, and must use each mount point and the remaining space of a drive only once.',
  },
  'virtual-interface': {
    code: 'W1236',
    severity: 'error',
    title:
      'A bond or VLAN in `x-writ.network` requires the network type `manual`, a unique name, an entry in `nics` or a VLAN on it, and network cards without their own addresses.',
  },
  hibernate: {
    code: 'W1237',
    severity: 'error',
    title:
      'Hibernation requires a swap file, or a swap partition that is not encrypted, on a system without RAID.',
  },
  'swap-file': {
    code: 'W1238',
    severity: 'error',
    title: 'A swap file cannot be on an f2fs root file system.',
  },
  'prepared-folder': {
    code: 'W1240',
    severity: 'error',
    title:
      'With the layout `mounted`, a configuration must contain neither drives nor other settings of disks, and no swap space on a disk.',
  },
  'public-key': {
    code: 'W1241',
    severity: 'error',
    title: 'Each line of `authorized-keys` must be a public key.',
  },

  // W13: Likely mistakes
  'duplicate-entry': {
    code: 'W1301',
    severity: 'warning',
    title: '`kernels`, `packages`, `services` and `x-writ.desktops` should list each name only once.',
  },
  'port-conflict': {
    code: 'W1302',
    severity: 'warning',
    title:
      'Servers that are enabled should not have the same default port, because only one of them could start.',
  },
  'removed-from-distribution': {
    code: 'W1303',
    severity: 'warning',
    title: "Packages, graphics drivers and profiles should still be in the distribution's repositories.",
  },
  placeholder: {
    code: 'W1304',
    severity: 'warning',
    title: 'A placeholder should be replaced with the actual value.',
  },
  'sudo-without-password': {
    code: 'W1305',
    severity: 'warning',
    title: 'A user with sudo should have a password.',
  },
  'profile-path': {
    code: 'W1306',
    severity: 'warning',
    title: 'If `profile.path` names a profile of archinstall, it should be one that Writ provides.',
  },
  'secret-not-found': {
    code: 'W1307',
    severity: 'warning',
    title: 'The credentials should contain every secret that the configuration refers to.',
  },
  'secret-in-command': {
    code: 'W1308',
    severity: 'warning',
    title: 'A command should not contain a password, a hash, a key or a token.',
  },
  'lock-mark': {
    code: 'W1309',
    severity: 'warning',
    title: 'A password should not be a mark that locks an account in /etc/shadow, such as `!` or `*`.',
  },
  'firewall-blocks-ssh': {
    code: 'W1310',
    severity: 'warning',
    title: 'If sshd is enabled, ufw should allow SSH connections.',
  },
  'passphrase-keys': {
    code: 'W1311',
    severity: 'warning',
    title:
      'A passphrase should consist of ASCII characters that are on the same keys in the us layout and in the configured keyboard layout.',
  },
  'unsigned-repository': {
    code: 'W1312',
    severity: 'warning',
    title: 'The signatures of a repository in `x-writ.repositories` should be verified.',
  },

  // W14: Keys without effect
  'no-effect': {
    code: 'W1401',
    severity: 'note',
    title: 'A key that depends on another setting or on an option has no effect without it.',
  },
} as const;

export type RuleName = keyof typeof SYNTAX_RULES | keyof typeof declarations;

export const CONFIG_RULES: Rules<RuleName> = defineRules({
  ...SYNTAX_RULES,
  ...declarations,
});

/** The parts of a finding that its check specifies. */
export interface Details extends Omit<
  Diagnostic,
  'code' | 'rule' | 'severity' | 'message' | 'expected' | 'hint' | 'phrases'
> {
  readonly message: Wording;
  readonly expected?: Wording;
  readonly hint?: Wording;
  /**
   * The JSON with which to replace the text in the finding's range; set only if no other correction is
   * possible.
   */
  readonly correction?: string;
}

/** Creates a finding about a configuration. */
export function finding(rule: RuleName, details: Details): Diagnostic {
  return findingOf(CONFIG_RULES[rule], details);
}

/** Creates a finding for a rule. Control characters are escaped, so that each string occupies one line. */
export function findingOf(rule: Rule, { message, expected, hint, correction, ...rest }: Details): Diagnostic {
  return {
    ...ruleMembers(rule),
    ...rest,
    message: escapeControlCharacters(textOf(message)),
    ...(expected === undefined ? {} : { expected: escapeControlCharacters(textOf(expected)) }),
    ...(hint === undefined ? {} : { hint: escapeControlCharacters(textOf(hint)) }),
    ...phrasesOf({ message, expected, hint }, escapeControlCharacters),
    ...(correction !== undefined &&
      rest.range !== undefined && { replacement: { range: rest.range, text: correction } }),
  };
}
