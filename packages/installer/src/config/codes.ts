import type { Diagnostic, Severity } from '@writ/diagnostics';
import { withoutControlCharacters } from './control-characters.ts';

/** Everything that a check can find, by its rule. Codes are never given to another rule. */
const table = {
  // W10: the text
  'too-large': ['W1001', 'error', 'A configuration has at most 1 MiB.'],
  'wrong-encoding': ['W1002', 'error', 'A configuration is written in UTF-8, not in UTF-16.'],
  'not-utf8': ['W1003', 'error', 'Every byte of a configuration is part of a UTF-8 character.'],
  'byte-order-mark': ['W1004', 'note', 'A byte-order mark at the begin is skipped.'],
  'too-deep': ['W1005', 'error', 'Brackets nest at most 64 levels deep.'],
  'empty-file': ['W1006', 'error', 'A configuration is not empty.'],
  'not-an-object': ['W1007', 'error', 'A configuration is one JSON object.'],
  'too-many-faults': ['W1008', 'error', 'A text with a hundred faults is read no further.'],
  'second-object': ['W1009', 'error', 'A file holds one object.'],
  'text-after-object': ['W1010', 'error', 'Nothing stands behind the object.'],
  'trailing-comma': ['W1011', 'error', 'No comma stands before a closing bracket.'],
  'missing-comma': ['W1012', 'error', 'A comma stands between values.'],
  'extra-comma': ['W1013', 'error', 'One comma stands between values.'],
  'missing-colon': ['W1014', 'error', 'A colon stands between key and value.'],
  'missing-value': ['W1015', 'error', 'Every key has a value.'],
  'value-without-key': ['W1016', 'error', 'Every value of an object has a key.'],
  'missing-quote': ['W1017', 'error', 'Text stands between two quotation marks.'],
  'inner-quote': ['W1018', 'error', 'A quotation mark inside a text has a backslash before it.'],
  'wrong-quotes': ['W1019', 'error', 'Text stands between straight double quotation marks.'],
  'unquoted-key': ['W1020', 'error', 'A key stands between quotation marks.'],
  'wrong-value': [
    'W1021',
    'error',
    'A value is text in quotation marks, a number, true, false, null, a list or an object.',
  ],
  'wrong-number': ['W1022', 'error', 'A number is written as JSON writes it.'],
  'control-character': ['W1023', 'error', 'A control character inside a text is written as an escape.'],
  'line-break': ['W1024', 'error', 'A line break inside a text is written as an escape.'],
  'wrong-escape': ['W1025', 'error', 'A backslash begins one of the escapes that JSON has.'],
  'missing-bracket': ['W1026', 'error', 'Every bracket that opens is closed.'],
  'extra-bracket': ['W1027', 'error', 'Every bracket that closes was opened.'],
  'wrong-bracket': ['W1028', 'error', 'An object stands in braces, a list in square brackets.'],
  comment: ['W1029', 'error', 'JSON has no comments.'],
  'odd-blank': ['W1030', 'error', 'Blanks between values are spaces, tabs and line breaks.'],
  'unexpected-text': ['W1031', 'error', 'Nothing else stands between the members of an object.'],
  'too-many-findings': ['W1033', 'error', 'At most a thousand findings are listed.'],
  'duplicate-key': ['W1032', 'error', 'A key stands once in its object.'],

  // W11: keys and values
  'not-allowed': ['W1101', 'error', 'A value of an enumeration is one of its values.'],
  'wrong-type': ['W1102', 'error', 'A value has the type of its key.'],
  'missing-key': ['W1103', 'error', 'Keys that must be there are there.'],
  'no-credentials': ['W1104', 'error', '!root-password or !users is there.'],
  'wrong-address': ['W1105', 'error', 'A mirror is an http, https or file address with $repo and $arch.'],
  'empty-value': ['W1106', 'error', 'A list or text that must hold something does.'],
  'too-many-drives': ['W1107', 'error', 'At most two drives are used.'],
  'unknown-key': ['W1110', 'warning', 'Every key is one that Writ knows.'],
  'other-era': ['W1111', 'warning', 'No key is one of another program version.'],
  'orders-of-another-era': [
    'W1112',
    'error',
    'No key of another program version gives orders about disks, encryption or credentials.',
  ],
  'credentials-file': ['W1113', 'note', 'A file of credentials is given with --creds.'],
  'null-is-absent': ['W1114', 'note', 'A null counts as absent.'],
  'empty-is-absent': ['W1115', 'note', 'An empty text counts as absent.'],

  // W12: what cannot be installed
  'uki-needs-efi-loader': ['W1201', 'error', 'Unified kernel images need systemd-bootctl or efistub.'],
  'nobody-can-log-in': ['W1202', 'error', 'Root or a user has a password.'],
  'user-name': ['W1203', 'error', 'A user name is one that useradd takes and that nobody has yet.'],
  'duplicate-user': ['W1204', 'error', 'A user name stands once.'],
  'host-name': ['W1205', 'error', 'A host name is one.'],
  timezone: ['W1206', 'error', 'A time zone is one of the tz database.'],
  keyboard: ['W1207', 'error', 'A keyboard layout is one of the console.'],
  locale: ['W1208', 'error', 'Language and encoding are a locale.'],
  'unknown-region': ['W1209', 'error', 'A region without addresses is a known one.'],
  'no-address-left': ['W1210', 'error', 'A region does not leave out all of its addresses.'],
  'details-against-main': ['W1211', 'error', 'Details belong to their main profile.'],
  'custom-without-entries': ['W1212', 'error', 'A custom profile has entries.'],
  'manual-without-nics': ['W1213', 'error', 'A manual network has interfaces.'],
  'nic-address': ['W1214', 'error', 'Addresses of an interface are addresses, and fit each other.'],
  'duplicate-nic': ['W1215', 'error', 'An interface stands once.'],
  'drive-twice': ['W1216', 'error', 'A drive stands once.'],
  'password-hash': ['W1217', 'error', 'A password that looks like a hash is a whole one.'],
  'nic-name': ['W1218', 'error', 'An interface has a name that the kernel takes.'],
  'drive-name': ['W1219', 'error', 'A drive is named by a path or by what is printed on it.'],
  'entry-name': ['W1220', 'error', 'An entry of packages or services is one name.'],
  'wrong-secret': ['W1221', 'error', 'A secret of the credentials is what a password may be.'],
  command: ['W1222', 'error', 'A custom command is one that Linux starts.'],
  unprintable: ['W1223', 'error', 'No value holds a control character.'],
  'profile-address': [
    'W1224',
    'error',
    'A profile definition is a file, or at an https address with a digest.',
  ],

  // W13: what is probably not meant
  'duplicate-entry': ['W1301', 'warning', 'Nothing stands twice in a list.'],
  'one-port': ['W1302', 'warning', 'No two servers want one port.'],
  'left-the-distribution': [
    'W1303',
    'warning',
    'Packages, drivers and profiles are still in the distribution.',
  ],
  placeholder: ['W1304', 'warning', 'Placeholders are filled in.'],
  'sudo-without-password': ['W1305', 'warning', 'A user with sudo has a password.'],
  'profile-path': ['W1306', 'warning', 'A profile of archinstall is one of this format.'],
  'secret-in-command': ['W1308', 'warning', 'A command holds no password.'],
  'lock-mark': ['W1309', 'warning', 'A password is not the mark of a locked account.'],
  'secret-not-given': ['W1307', 'warning', 'The credentials give every secret that is named.'],

  // W14: without effect
  'no-effect': ['W1401', 'note', 'A key has an effect.'],

  // W19: what a conversion did
  era: ['W1901', 'note', 'What a file was written for is told from its keys.'],
  converted: ['W1902', 'note', 'What has an equal in this format is said with its keys.'],
  needless: ['W1903', 'note', 'What says nothing about the installed system is left out.'],
  'no-equal': ['W1904', 'warning', 'What has no equal in this format is named.'],
  'nearest-equal': ['W1905', 'warning', 'What has no exact equal in this format is said with the nearest.'],
  replaced: ['W1906', 'note', 'Credentials replace what the configuration says.'],
  'order-lost': [
    'W1908',
    'error',
    'What gives orders about disks, encryption or credentials has its place in this format.',
  ],
  'encrypted-credentials': ['W1907', 'error', 'A file of credentials can be read without a key.'],
} as const;

export type RuleName = keyof typeof table;

export interface Code {
  readonly code: string;
  readonly severity: Severity;
  /** What the rule says, for the list of all findings. */
  readonly title: string;
}

export const codes: Readonly<Record<RuleName, Code>> = Object.fromEntries(
  Object.entries(table).map(([rule, [code, severity, title]]) => [rule, { code, severity, title }]),
) as Record<RuleName, Code>;

/** A finding of a rule; code and severity are the rule's. Its words stay on one line, whatever they quote. */
export function finding(
  rule: RuleName,
  { message, expected, hint, ...rest }: Omit<Diagnostic, 'code' | 'rule' | 'severity'>,
): Diagnostic {
  const { code, severity } = codes[rule];
  return {
    code,
    rule,
    severity,
    ...rest,
    message: withoutControlCharacters(message),
    ...(expected === undefined ? {} : { expected: withoutControlCharacters(expected) }),
    ...(hint === undefined ? {} : { hint: withoutControlCharacters(hint) }),
  };
}
