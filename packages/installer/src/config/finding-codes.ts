import { defineRules, ruleMembers, type Diagnostic, type Rule, type Rules } from '@writ/diagnostics';
import { escapeControlCharacters } from './control-characters.ts';

/** The rules of configurations. */
const declarations = {
  // W10: Syntax
  'too-large': { code: 'W1001', severity: 'error', title: 'A configuration has at most 1 MiB.' },
  'wrong-encoding': {
    code: 'W1002',
    severity: 'error',
    title: 'A configuration is encoded in UTF-8, not in UTF-16.',
  },
  'not-utf8': { code: 'W1003', severity: 'error', title: 'A configuration has valid UTF-8 only.' },
  'byte-order-mark': { code: 'W1004', severity: 'note', title: 'A byte-order mark at the start is ignored.' },
  'too-deep': { code: 'W1005', severity: 'error', title: 'Brackets are nested at most 64 levels deep.' },
  'empty-file': { code: 'W1006', severity: 'error', title: 'A configuration is not empty.' },
  'not-an-object': { code: 'W1007', severity: 'error', title: 'A configuration is a JSON object.' },
  'too-many-faults': {
    code: 'W1008',
    severity: 'error',
    title: 'A configuration has fewer than a hundred syntax errors; the rest is not read.',
  },
  'second-object': { code: 'W1009', severity: 'error', title: 'A file has one object.' },
  'text-after-object': { code: 'W1010', severity: 'error', title: 'A file ends after its object.' },
  'trailing-comma': { code: 'W1011', severity: 'error', title: 'No comma comes before a closing bracket.' },
  'missing-comma': { code: 'W1012', severity: 'error', title: 'Values are separated by commas.' },
  'extra-comma': { code: 'W1013', severity: 'error', title: 'Values are separated by one comma.' },
  'missing-colon': {
    code: 'W1014',
    severity: 'error',
    title: 'A key is separated from its value by a colon.',
  },
  'missing-value': { code: 'W1015', severity: 'error', title: 'A key has a value.' },
  'value-without-key': { code: 'W1016', severity: 'error', title: 'A value in an object has a key.' },
  'missing-quote': {
    code: 'W1017',
    severity: 'error',
    title: 'A string begins and ends with a quotation mark.',
  },
  'inner-quote': {
    code: 'W1018',
    severity: 'error',
    title: 'A quotation mark inside a string is escaped by a backslash.',
  },
  'wrong-quotes': {
    code: 'W1019',
    severity: 'error',
    title: 'Strings are in straight double quotation marks.',
  },
  'unquoted-key': { code: 'W1020', severity: 'error', title: 'Keys are in double quotation marks.' },
  'wrong-value': {
    code: 'W1021',
    severity: 'error',
    title: 'A value is a string in quotation marks, a number, true, false, null, a list or an object.',
  },
  'wrong-number': { code: 'W1022', severity: 'error', title: 'A number has the form that JSON defines.' },
  'control-character': {
    code: 'W1023',
    severity: 'error',
    title: 'A control character inside a string is written as an escape.',
  },
  'line-break': {
    code: 'W1024',
    severity: 'error',
    title: 'A line break inside a string is written as an escape.',
  },
  'wrong-escape': {
    code: 'W1025',
    severity: 'error',
    title: 'A backslash begins one of the escapes of JSON.',
  },
  'missing-bracket': { code: 'W1026', severity: 'error', title: 'Each opening bracket has a closing one.' },
  'extra-bracket': { code: 'W1027', severity: 'error', title: 'Each closing bracket has an opening one.' },
  'wrong-bracket': {
    code: 'W1028',
    severity: 'error',
    title: 'Objects are in braces, lists in square brackets.',
  },
  comment: { code: 'W1029', severity: 'error', title: 'A configuration has no comments: JSON has none.' },
  'invalid-whitespace': {
    code: 'W1030',
    severity: 'error',
    title: 'Values are separated by spaces, tabs and line breaks only.',
  },
  'unexpected-text': {
    code: 'W1031',
    severity: 'error',
    title: 'An object has nothing between its members.',
  },
  'duplicate-key': { code: 'W1032', severity: 'error', title: 'A key occurs once in its object.' },
  'too-many-findings': { code: 'W1033', severity: 'error', title: 'At most a thousand findings are listed.' },

  // W11: Keys and values
  'not-allowed': {
    code: 'W1101',
    severity: 'error',
    title: 'The value of an enumeration is one of those that are listed.',
  },
  'wrong-type': { code: 'W1102', severity: 'error', title: 'A value has the type of its key.' },
  'missing-key': { code: 'W1103', severity: 'error', title: 'Required keys are present.' },
  'no-credentials': { code: 'W1104', severity: 'error', title: '`!root-password` or `!users` is present.' },
  'wrong-address': {
    code: 'W1105',
    severity: 'error',
    title: 'A mirror is an http, https or file address with $repo and $arch.',
  },
  'empty-value': {
    code: 'W1106',
    severity: 'error',
    title: 'Lists and strings that are required are not empty.',
  },
  'too-many-drives': { code: 'W1107', severity: 'error', title: 'At most two drives are used.' },
  'unknown-key': { code: 'W1110', severity: 'warning', title: 'Each key is known to Writ.' },
  'legacy-key': {
    code: 'W1111',
    severity: 'warning',
    title: 'Keys belong to the format of Writ, not to that of archinstall.',
  },
  'critical-legacy-key': {
    code: 'W1112',
    severity: 'error',
    title:
      'Keys about disks, encryption and credentials belong to the format of Writ, not to that of archinstall.',
  },
  'credentials-file': {
    code: 'W1113',
    severity: 'note',
    title: 'Credentials are passed with `--creds`.',
  },
  'null-is-absent': { code: 'W1114', severity: 'note', title: 'A key with the value null counts as absent.' },
  'empty-is-absent': {
    code: 'W1115',
    severity: 'note',
    title: 'A key with an empty string counts as absent.',
  },

  // W12: Configurations that cannot be installed
  'uki-needs-efi-loader': {
    code: 'W1201',
    severity: 'error',
    title: 'Unified kernel images are used with systemd-bootctl or efistub.',
  },
  'no-login': { code: 'W1202', severity: 'error', title: 'Root or a user has a password.' },
  'user-name': {
    code: 'W1203',
    severity: 'error',
    title: 'A user name is valid for useradd and not in use by the base system.',
  },
  'duplicate-user': { code: 'W1204', severity: 'error', title: 'User names are different.' },
  'host-name': { code: 'W1205', severity: 'error', title: 'A host name is valid.' },
  timezone: { code: 'W1206', severity: 'error', title: 'A time zone is in the tz database.' },
  keyboard: { code: 'W1207', severity: 'error', title: 'A keyboard layout exists on the console.' },
  locale: { code: 'W1208', severity: 'error', title: 'Language and encoding form a locale.' },
  'unknown-region': {
    code: 'W1209',
    severity: 'error',
    title: 'A mirror region without addresses is known.',
  },
  'no-enabled-address': {
    code: 'W1210',
    severity: 'error',
    title: 'A mirror region has at least one address that is enabled.',
  },
  'details-against-main': {
    code: 'W1211',
    severity: 'error',
    title: 'The details of a profile belong to its main profile.',
  },
  'custom-without-entries': { code: 'W1212', severity: 'error', title: 'A custom profile has entries.' },
  'manual-without-nics': { code: 'W1213', severity: 'error', title: 'A manual network has interfaces.' },
  'nic-address': {
    code: 'W1214',
    severity: 'error',
    title: 'The addresses of an interface are valid and consistent.',
  },
  'duplicate-nic': { code: 'W1215', severity: 'error', title: 'Interfaces are different.' },
  'duplicate-drive': { code: 'W1216', severity: 'error', title: 'Drives are different.' },
  'password-hash': {
    code: 'W1217',
    severity: 'error',
    title: 'A password that begins like a hash is a complete hash.',
  },
  'nic-name': {
    code: 'W1218',
    severity: 'error',
    title: 'The name of an interface is valid for the kernel.',
  },
  'drive-name': {
    code: 'W1219',
    severity: 'error',
    title: 'A drive is named by its path, serial number, WWN or model.',
  },
  'entry-name': {
    code: 'W1220',
    severity: 'error',
    title: 'Each entry of packages and services is one name.',
  },
  'wrong-secret': {
    code: 'W1221',
    severity: 'error',
    title: 'A secret in the credentials is a valid password.',
  },
  command: {
    code: 'W1222',
    severity: 'error',
    title: 'A custom command is short enough for Linux to start.',
  },
  unprintable: { code: 'W1223', severity: 'error', title: 'Values have no control characters.' },
  'profile-address': {
    code: 'W1224',
    severity: 'error',
    title: 'A profile definition is a file, or an https address with a digest.',
  },

  // W13: Likely mistakes
  'duplicate-entry': { code: 'W1301', severity: 'warning', title: 'The entries of a list are different.' },
  'port-conflict': { code: 'W1302', severity: 'warning', title: 'Servers use different ports.' },
  'removed-from-distribution': {
    code: 'W1303',
    severity: 'warning',
    title: 'Packages, drivers and profiles are still part of the distribution.',
  },
  placeholder: { code: 'W1304', severity: 'warning', title: 'Placeholders are replaced by values.' },
  'sudo-without-password': { code: 'W1305', severity: 'warning', title: 'A user with sudo has a password.' },
  'profile-path': {
    code: 'W1306',
    severity: 'warning',
    title: 'A profile definition has the format of Writ, not that of archinstall.',
  },
  'secret-not-found': {
    code: 'W1307',
    severity: 'warning',
    title: 'The credentials have each secret that the configuration names.',
  },
  'secret-in-command': {
    code: 'W1308',
    severity: 'warning',
    title: 'A command does not contain a password.',
  },
  'lock-mark': {
    code: 'W1309',
    severity: 'warning',
    title: 'A password is not the mark of a locked account.',
  },

  // W14: Keys without effect
  'no-effect': { code: 'W1401', severity: 'note', title: 'Each key has an effect.' },
} as const;

export type RuleName = keyof typeof declarations;

export const CONFIG_RULES: Rules<RuleName> = defineRules(declarations);

type Details = Omit<Diagnostic, 'code' | 'rule' | 'severity'>;

/** Creates a finding about a configuration. */
export function finding(rule: RuleName, details: Details): Diagnostic {
  return findingOf(CONFIG_RULES[rule], details);
}

/** Creates a finding of a rule. Control characters are escaped, so each string is one line. */
export function findingOf(rule: Rule, { message, expected, hint, ...rest }: Details): Diagnostic {
  return {
    ...ruleMembers(rule),
    ...rest,
    message: escapeControlCharacters(message),
    ...(expected === undefined ? {} : { expected: escapeControlCharacters(expected) }),
    ...(hint === undefined ? {} : { hint: escapeControlCharacters(hint) }),
  };
}
