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

/** Rules about configurations. */
const declarations = {
  // W10: Syntax
  'too-large': { code: 'W1001', severity: 'error', title: 'A configuration must not be larger than 1 MiB.' },
  'wrong-encoding': {
    code: 'W1002',
    severity: 'error',
    title: 'A configuration must be encoded in UTF-8, not in UTF-16.',
  },
  'not-utf8': { code: 'W1003', severity: 'error', title: 'A configuration must be valid UTF-8.' },
  'byte-order-mark': { code: 'W1004', severity: 'note', title: 'A byte-order mark at the start is ignored.' },
  'too-deep': {
    code: 'W1005',
    severity: 'error',
    title: 'Brackets must not be nested more than 64 levels deep.',
  },
  'empty-file': { code: 'W1006', severity: 'error', title: 'A configuration must not be empty.' },
  'not-an-object': { code: 'W1007', severity: 'error', title: 'A configuration must be a JSON object.' },
  'too-many-faults': {
    code: 'W1008',
    severity: 'error',
    title: 'Reading stops after 100 syntax errors.',
  },
  'second-object': { code: 'W1009', severity: 'error', title: 'A file must contain only one object.' },
  'text-after-object': { code: 'W1010', severity: 'error', title: 'Nothing may follow the JSON object.' },
  'trailing-comma': {
    code: 'W1011',
    severity: 'error',
    title: 'A comma must not come before a closing bracket.',
  },
  'missing-comma': { code: 'W1012', severity: 'error', title: 'Values must be separated by commas.' },
  'extra-comma': {
    code: 'W1013',
    severity: 'error',
    title: 'Values must be separated by exactly one comma.',
  },
  'missing-colon': {
    code: 'W1014',
    severity: 'error',
    title: 'A key must be separated from its value by a colon.',
  },
  'missing-value': { code: 'W1015', severity: 'error', title: 'A key must have a value.' },
  'value-without-key': { code: 'W1016', severity: 'error', title: 'A value in an object must have a key.' },
  'missing-quote': {
    code: 'W1017',
    severity: 'error',
    title: 'A string must begin and end with a quote.',
  },
  'inner-quote': {
    code: 'W1018',
    severity: 'error',
    title: 'A quote inside a string must be escaped with a backslash.',
  },
  'wrong-quotes': {
    code: 'W1019',
    severity: 'error',
    title: 'Strings must be in straight double quotes.',
  },
  'unquoted-key': { code: 'W1020', severity: 'error', title: 'Keys must be enclosed in double quotes.' },
  'wrong-value': {
    code: 'W1021',
    severity: 'error',
    title: 'A value must be a string in quotes, a number, true, false, null, a list or an object.',
  },
  'wrong-number': { code: 'W1022', severity: 'error', title: 'Numbers must be valid JSON.' },
  'control-character': {
    code: 'W1023',
    severity: 'error',
    title: 'A control character inside a string must be written as an escape sequence.',
  },
  'line-break': {
    code: 'W1024',
    severity: 'error',
    title: 'A line break inside a string must be written as an escape sequence.',
  },
  'wrong-escape': {
    code: 'W1025',
    severity: 'error',
    title: 'A backslash must start a valid JSON escape sequence.',
  },
  'missing-bracket': {
    code: 'W1026',
    severity: 'error',
    title: 'Each object and list must have an opening and a closing bracket.',
  },
  'extra-bracket': {
    code: 'W1027',
    severity: 'error',
    title: 'Each closing bracket must have a matching opening bracket.',
  },
  'wrong-bracket': {
    code: 'W1028',
    severity: 'error',
    title: 'Objects must be in braces and lists in square brackets.',
  },
  comment: {
    code: 'W1029',
    severity: 'error',
    title: 'A configuration must not contain comments, which JSON does not allow.',
  },
  'invalid-whitespace': {
    code: 'W1030',
    severity: 'error',
    title: 'Whitespace must consist only of spaces, tabs and line breaks.',
  },
  'unexpected-text': {
    code: 'W1031',
    severity: 'error',
    title: 'Only commas and whitespace may separate the members of an object.',
  },
  'duplicate-key': { code: 'W1032', severity: 'error', title: 'A key must occur only once in an object.' },
  'too-many-findings': { code: 'W1033', severity: 'error', title: 'At most 1,000 findings are listed.' },

  // W11: Keys and values
  'not-allowed': {
    code: 'W1101',
    severity: 'error',
    title: 'The value of an enumeration must be one of the listed values.',
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
    title: '`!root-password` or `!users` must be present.',
  },
  'wrong-address': {
    code: 'W1105',
    severity: 'error',
    title: 'A mirror must have an http, https or file address that contains $repo and $arch.',
  },
  'empty-value': {
    code: 'W1106',
    severity: 'error',
    title: 'Required lists and strings must not be empty.',
  },
  'too-many-drives': {
    code: 'W1107',
    severity: 'error',
    title: 'An installation must not use more than two drives.',
  },
  'unknown-key': { code: 'W1110', severity: 'warning', title: 'Keys should be known to Writ.' },
  'legacy-key': {
    code: 'W1111',
    severity: 'warning',
    title: "Keys should belong to Writ's format, not to archinstall's.",
  },
  'critical-legacy-key': {
    code: 'W1112',
    severity: 'error',
    title: "Keys for disks, encryption and credentials must belong to Writ's format, not to archinstall's.",
  },
  'credentials-file': {
    code: 'W1113',
    severity: 'note',
    title: 'Credentials should be passed with `--creds`.',
  },
  'null-is-absent': { code: 'W1114', severity: 'note', title: 'A key with the value null counts as absent.' },
  'empty-is-absent': {
    code: 'W1115',
    severity: 'note',
    title: 'A key with an empty string counts as absent.',
  },
  'unknown-extension': {
    code: 'W1116',
    severity: 'error',
    title: 'Keys in `x-writ` must be known to Writ.',
  },
  'wrong-format': {
    code: 'W1117',
    severity: 'error',
    title: 'The value must have the format that its key requires.',
  },

  // W12: Configurations that cannot be installed
  'uki-needs-efi-loader': {
    code: 'W1201',
    severity: 'error',
    title: 'Unified kernel images require systemd-bootctl or efistub.',
  },
  'no-login': { code: 'W1202', severity: 'error', title: 'Root or a user must have a password.' },
  'user-name': {
    code: 'W1203',
    severity: 'error',
    title: 'A user name must be valid for useradd and not in use by the base system.',
  },
  'duplicate-user': { code: 'W1204', severity: 'error', title: 'User names must be unique.' },
  'host-name': { code: 'W1205', severity: 'error', title: 'The host name must be valid.' },
  timezone: { code: 'W1206', severity: 'error', title: 'The time zone must be in the tz database.' },
  keyboard: {
    code: 'W1207',
    severity: 'error',
    title: 'The keyboard layout must be available on the console.',
  },
  locale: { code: 'W1208', severity: 'error', title: 'The language and the encoding must form a locale.' },
  'unknown-region': {
    code: 'W1209',
    severity: 'error',
    title: 'A mirror region without addresses must be a known region.',
  },
  'no-enabled-address': {
    code: 'W1210',
    severity: 'error',
    title: 'A mirror region must have at least one enabled address.',
  },
  'details-against-main': {
    code: 'W1211',
    severity: 'error',
    title: 'The details of a profile must belong to its main profile.',
  },
  'custom-without-entries': {
    code: 'W1212',
    severity: 'error',
    title: 'A custom profile must have entries.',
  },
  'manual-without-nics': {
    code: 'W1213',
    severity: 'error',
    title: 'A manual network must have interfaces.',
  },
  'nic-address': {
    code: 'W1214',
    severity: 'error',
    title: 'The addresses of an interface must be valid and consistent.',
  },
  'duplicate-nic': { code: 'W1215', severity: 'error', title: 'An interface must be listed only once.' },
  'duplicate-drive': { code: 'W1216', severity: 'error', title: 'A drive must be listed only once.' },
  'password-hash': {
    code: 'W1217',
    severity: 'error',
    title: 'A password that begins like a hash must be a complete hash.',
  },
  'nic-name': {
    code: 'W1218',
    severity: 'error',
    title: 'An interface name must be valid for the kernel.',
  },
  'drive-name': {
    code: 'W1219',
    severity: 'error',
    title: 'A drive must be identified by its path, serial number, WWN or model.',
  },
  'entry-name': {
    code: 'W1220',
    severity: 'error',
    title: 'Each entry of packages and services must be a single name.',
  },
  'wrong-secret': {
    code: 'W1221',
    severity: 'error',
    title: 'A secret in the credentials must be valid for the key that refers to it.',
  },
  command: {
    code: 'W1222',
    severity: 'error',
    title: 'A custom command must be short enough for Linux and contain no null character.',
  },
  unprintable: { code: 'W1223', severity: 'error', title: 'Values must not contain control characters.' },
  'profile-address': {
    code: 'W1224',
    severity: 'error',
    title: 'A profile definition must be a file, or an https address with a digest.',
  },
  'unknown-account': {
    code: 'W1225',
    severity: 'error',
    title: 'An account in `x-writ.accounts` must be in `!users`.',
  },
  'swap-size': {
    code: 'W1226',
    severity: 'error',
    title: 'A swap file and a swap partition must have a size.',
  },
  'home-size': {
    code: 'W1227',
    severity: 'error',
    title:
      'If /home has its own partition on the system drive, exactly one of the partitions for / and /home must fill the remaining space, and the other one must be large enough.',
  },
  'btrfs-settings': {
    code: 'W1228',
    severity: 'error',
    title: 'Btrfs settings require the btrfs file system.',
  },
  subvolume: {
    code: 'W1229',
    severity: 'error',
    title: 'Subvolumes must have valid, unique names and mount points, and one of them must be mounted at /.',
  },
  passphrase: {
    code: 'W1230',
    severity: 'error',
    title: 'A passphrase must be plain text with at least 8 characters and at most 512 bytes.',
  },

  // W13: Likely mistakes
  'duplicate-entry': { code: 'W1301', severity: 'warning', title: 'List entries should be unique.' },
  'port-conflict': { code: 'W1302', severity: 'warning', title: 'Servers should use different ports.' },
  'removed-from-distribution': {
    code: 'W1303',
    severity: 'warning',
    title: 'Packages, drivers and profiles should be available in the distribution.',
  },
  placeholder: { code: 'W1304', severity: 'warning', title: 'Placeholders should be replaced with values.' },
  'sudo-without-password': {
    code: 'W1305',
    severity: 'warning',
    title: 'A user with sudo should have a password.',
  },
  'profile-path': {
    code: 'W1306',
    severity: 'warning',
    title: "A profile definition should have Writ's format, not archinstall's.",
  },
  'secret-not-found': {
    code: 'W1307',
    severity: 'warning',
    title: 'The credentials should contain every secret that the configuration refers to.',
  },
  'secret-in-command': {
    code: 'W1308',
    severity: 'warning',
    title: 'A command should not contain a password or another secret.',
  },
  'lock-mark': {
    code: 'W1309',
    severity: 'warning',
    title: 'The marker of a locked account should not be used as a password.',
  },
  'firewall-blocks-ssh': {
    code: 'W1310',
    severity: 'warning',
    title: 'A firewall should allow SSH connections.',
  },
  'passphrase-keys': {
    code: 'W1311',
    severity: 'warning',
    title: 'A passphrase should contain only characters that are on the same keys in every keyboard layout.',
  },

  // W14: Keys without effect
  'no-effect': { code: 'W1401', severity: 'note', title: 'Each key should have an effect.' },
} as const;

export type RuleName = keyof typeof declarations;

export const CONFIG_RULES: Rules<RuleName> = defineRules(declarations);

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
