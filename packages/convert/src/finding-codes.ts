import { defineRules, type Diagnostic, type Rules } from '@writ/diagnostics';
import { findingOf } from '@writ/installer/internal';

/** Rules about conversions. */
const declarations = {
  'source-format': {
    code: 'W1901',
    severity: 'note',
    title: 'The format of a file is recognized by its keys.',
  },
  converted: {
    code: 'W1902',
    severity: 'note',
    title: "A setting with an equivalent in Writ's format is converted.",
  },
  needless: {
    code: 'W1903',
    severity: 'note',
    title: 'A setting that would have no effect is omitted.',
  },
  'no-equivalent': {
    code: 'W1904',
    severity: 'warning',
    title: "A setting without an equivalent in Writ's format is left out.",
  },
  'nearest-equivalent': {
    code: 'W1905',
    severity: 'warning',
    title: 'A setting without an exact equivalent is converted to the nearest one.',
  },
  replaced: {
    code: 'W1906',
    severity: 'note',
    title: 'Credentials in the configuration are left out if the credentials file replaces them.',
  },
  'encrypted-credentials': {
    code: 'W1907',
    severity: 'error',
    title: 'A file must not be encrypted.',
  },
  'assumed-default': {
    code: 'W1909',
    severity: 'warning',
    title: "A required key that the file omits is added with archinstall's default.",
  },
  'setting-lost': {
    code: 'W1908',
    severity: 'error',
    also: 'warning',
    title:
      "A setting for disks, encryption or credentials must have an equivalent in Writ's format, or its loss must be accepted.",
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);

/** Creates a conversion finding. */
export function finding(rule: RuleName, details: Parameters<typeof findingOf>[1]): Diagnostic {
  return findingOf(RULES[rule], details);
}
