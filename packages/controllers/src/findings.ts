import type { Diagnostic, RelatedPlace } from '@writ/diagnostics';
import { SOURCE_RULES, type SourceRule } from '@writ/source/findings';

/** Every finding that controllers can have at start-up: the one place where rule, code and weight meet. */
const OWN_RULES = {
  'prefix-malformed': { code: 'W3001', severity: 'error' },
  'prefix-missing': { code: 'W3002', severity: 'error' },
  'prefix-linked': { code: 'W3003', severity: 'error' },
  'prefix-ambiguous': { code: 'W3004', severity: 'error' },
  'prefix-empty': { code: 'W3005', severity: 'error' },
  'module-name': { code: 'W3101', severity: 'error' },
  'variable-name': { code: 'W3102', severity: 'error' },
  'variable-clash': { code: 'W3106', severity: 'error' },
  'module-kind': { code: 'W3107', severity: 'warning' },
  'module-import': { code: 'W3104', severity: 'error' },
  'default-export': { code: 'W3201', severity: 'error' },
  'class-undeclared': { code: 'W3202', severity: 'error' },
  'class-name': { code: 'W3203', severity: 'error' },
  'class-without-verbs': { code: 'W3204', severity: 'warning' },
  policy: { code: 'W3206', severity: 'error' },
  'policy-misspelled': { code: 'W3207', severity: 'error' },
  'policy-unused': { code: 'W3208', severity: 'warning' },
  'static-unknown': { code: 'W3209', severity: 'warning' },
  'route-clash': { code: 'W3205', severity: 'error' },
  'handler-form': { code: 'W3301', severity: 'error' },
  'verb-unknown': { code: 'W3302', severity: 'error' },
  'verb-reserved': { code: 'W3303', severity: 'error' },
  'handler-unreadable': { code: 'W3304', severity: 'error' },
  'result-form': { code: 'W3305', severity: 'warning' },
  'default-untyped': { code: 'W3402', severity: 'error' },
  'parameter-form': { code: 'W3403', severity: 'error' },
  'second-object': { code: 'W3404', severity: 'error' },
  'name-twice': { code: 'W3405', severity: 'error' },
  'table-version': { code: 'W3501', severity: 'error' },
  'table-value': { code: 'W3502', severity: 'error' },
  'table-place': { code: 'W3503', severity: 'error' },
  'variable-unbound': { code: 'W3406', severity: 'error' },
  params: { code: 'W3407', severity: 'error' },
} as const;

export type Rule = SourceRule | keyof typeof OWN_RULES;

const RULES: Readonly<Record<Rule, Pick<Diagnostic, 'code' | 'severity'>>> = {
  ...SOURCE_RULES,
  ...OWN_RULES,
};

export interface FindingDetails extends Pick<Diagnostic, 'file' | 'range' | 'hint' | 'expected'> {
  readonly related?: readonly RelatedPlace[];
}

export function finding(rule: Rule, message: string, details: FindingDetails = {}): Diagnostic {
  return { ...RULES[rule], rule, message, ...details };
}
