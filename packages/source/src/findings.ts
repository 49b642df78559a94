import type { Diagnostic } from '@writ/diagnostics';

/** What can be wrong with a source and its types. */
export const SOURCE_RULES = {
  'module-syntax': { code: 'W3103', severity: 'error' },
  'module-unreadable': { code: 'W3105', severity: 'error' },
  'type-unknown': { code: 'W3401', severity: 'error' },
} as const;

export type SourceRule = keyof typeof SOURCE_RULES;

export function sourceFinding(
  rule: SourceRule,
  message: string,
  details: Pick<Diagnostic, 'file' | 'range' | 'hint'>,
): Diagnostic {
  return { ...SOURCE_RULES[rule], rule, message, ...details };
}
