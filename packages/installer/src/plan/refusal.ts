import type { Diagnostic } from '@writ/diagnostics';

/** Every finding about the machine, the target and the mirrors; what the configuration itself says is found before. */
const codes = {
  'not-built-yet': 'W2001',
  'not-root': 'W2002',
  'architecture-unsupported': 'W2003',
  'tool-missing': 'W2004',
  'secret-missing': 'W2005',
  'orders-left': 'W2009',
  'wrong-option': 'W2006',
  'cache-unusable': 'W2007',
  'system-error': 'W2008',
  'no-target': 'W2100',
  'target-kind': 'W2101',
  'target-not-ours': 'W2102',
  'target-in-use': 'W2103',
  'target-folder': 'W2104',
  'target-too-small': 'W2105',
  'no-room': 'W2107',
  'mirror-unusable': 'W2201',
  'mirror-key': 'W2202',
  'package-unknown': 'W2203',
  'packages-unresolvable': 'W2204',
  'unit-unknown': 'W2205',
  'program-missing': 'W2206',
  'download-failed': 'W2207',
  'plan-changed': 'W2301',
  'no-consent': 'W2302',
  'cannot-resume': 'W2303',
} as const;

export type RefusalRule = keyof typeof codes;

/** A reason not to begin. Holds no secret. */
export function refusal(
  rule: RefusalRule,
  message: string,
  more: Pick<Diagnostic, 'hint' | 'pointer' | 'expected'> = {},
): Diagnostic {
  return { code: codes[rule], rule, severity: 'error', message, ...more };
}
