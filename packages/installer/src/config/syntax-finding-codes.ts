/** Rules about the syntax of configurations and of other JSON files: W10. */
export const SYNTAX_RULES = {
  'too-large': { code: 'W1001', severity: 'error', title: 'A file must not be larger than 1 MiB.' },
  'wrong-encoding': {
    code: 'W1002',
    severity: 'error',
    title: 'A file must be encoded in UTF-8, not in UTF-16.',
  },
  'not-utf8': { code: 'W1003', severity: 'error', title: 'A file must be valid UTF-8.' },
  'byte-order-mark': {
    code: 'W1004',
    severity: 'note',
    title: 'A byte-order mark at the start of a file is ignored.',
  },
  'too-deep': {
    code: 'W1005',
    severity: 'error',
    title: 'Brackets must not be nested more than 64 levels deep.',
  },
  'empty-file': { code: 'W1006', severity: 'error', title: 'A file must not be empty.' },
  'not-an-object': { code: 'W1007', severity: 'error', title: 'A file must contain a JSON object.' },
  'too-many-faults': {
    code: 'W1008',
    severity: 'error',
    title: 'A file must not contain more than 100 syntax errors.',
  },
  'second-object': { code: 'W1009', severity: 'error', title: 'A file must contain only one object.' },
  'text-after-object': {
    code: 'W1010',
    severity: 'error',
    title: 'Only whitespace may follow the JSON object.',
  },
  'trailing-comma': {
    code: 'W1011',
    severity: 'error',
    title: 'A comma must not follow the last entry of an object or list.',
  },
  'missing-comma': {
    code: 'W1012',
    severity: 'error',
    title: 'The entries of an object or list must be separated by commas.',
  },
  'extra-comma': {
    code: 'W1013',
    severity: 'error',
    title: 'Each comma must follow an entry of an object or list.',
  },
  'missing-colon': {
    code: 'W1014',
    severity: 'error',
    title: 'A key and its value must be separated by a colon.',
  },
  'missing-value': { code: 'W1015', severity: 'error', title: 'A key must have a value.' },
  'value-without-key': { code: 'W1016', severity: 'error', title: 'A value in an object must have a key.' },
  'missing-quote': {
    code: 'W1017',
    severity: 'error',
    title: 'A string or key must begin and end with a double quote.',
  },
  'inner-quote': {
    code: 'W1018',
    severity: 'error',
    title: 'A quote inside a string must be escaped with a backslash.',
  },
  'wrong-quotes': {
    code: 'W1019',
    severity: 'error',
    title: 'Strings and keys must be enclosed in straight double quotes.',
  },
  'unquoted-key': { code: 'W1020', severity: 'error', title: 'Keys must be enclosed in double quotes.' },
  'wrong-value': {
    code: 'W1021',
    severity: 'error',
    title:
      'A value must be a string in double quotes, a number, `true`, `false`, `null`, a list or an object.',
  },
  'wrong-number': { code: 'W1022', severity: 'error', title: 'A number must be written as in JSON.' },
  'control-character': {
    code: 'W1023',
    severity: 'error',
    title: 'A control character in a string must be written as an escape sequence.',
  },
  'line-break': {
    code: 'W1024',
    severity: 'error',
    title: 'A line break in a string must be written as an escape sequence.',
  },
  'wrong-escape': {
    code: 'W1025',
    severity: 'error',
    title: 'A backslash in a string must begin a valid JSON escape sequence.',
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
    title: 'Objects must be enclosed in braces, and lists in square brackets.',
  },
  comment: {
    code: 'W1029',
    severity: 'error',
    title: 'A file must not contain comments, because JSON does not allow them.',
  },
  'invalid-whitespace': {
    code: 'W1030',
    severity: 'error',
    title: 'Whitespace outside strings must consist only of spaces, tabs and line breaks.',
  },
  'unexpected-text': {
    code: 'W1031',
    severity: 'error',
    title:
      'The entries of an object or list must be separated by commas, with no other text between them or next to a colon.',
  },
  'duplicate-key': { code: 'W1032', severity: 'error', title: 'A key must occur only once in an object.' },
  'too-many-findings': {
    code: 'W1033',
    severity: 'error',
    title: 'A check must not produce more than 1,000 findings.',
  },
} as const;
