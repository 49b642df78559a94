import { defineRules, type Diagnostic, type Rules } from '@writ/diagnostics';
import { findingOf } from '@writ/installer/internal';

/** Rules about conversions. */
const declarations = {
  'source-format': {
    code: 'W1901',
    severity: 'note',
    title: 'The format of a file is recognized by its keys.',
  },
  converted: { code: 'W1902', severity: 'note', title: 'Keys with an equivalent are converted.' },
  needless: {
    code: 'W1903',
    severity: 'note',
    title: 'Keys that have no effect on the installed system are left out.',
  },
  'no-equivalent': { code: 'W1904', severity: 'warning', title: 'Keys without an equivalent are reported.' },
  'nearest-equivalent': {
    code: 'W1905',
    severity: 'warning',
    title: 'Keys without an exact equivalent are converted to the nearest one.',
  },
  replaced: {
    code: 'W1906',
    severity: 'note',
    title: 'The credentials file overrides credentials in the configuration.',
  },
  'encrypted-credentials': {
    code: 'W1907',
    severity: 'error',
    title: 'The credentials file must not be encrypted.',
  },
  'setting-lost': {
    code: 'W1908',
    severity: 'error',
    also: 'warning',
    title: 'Keys for disks, encryption or credentials must have an equivalent.',
  },
} as const;

export type RuleName = keyof typeof declarations;

export const RULES: Rules<RuleName> = defineRules(declarations);

/** Creates a conversion finding. */
export function finding(rule: RuleName, details: Parameters<typeof findingOf>[1]): Diagnostic {
  return findingOf(RULES[rule], details);
}
