import { defineRules, type Diagnostic, type Rules } from '@writ/diagnostics';
import { findingOf, type Details } from '../config/finding-codes.ts';

/** Rules about templates and their tables. Rules about the configurations of the rows are in config/finding-codes.ts. */
const declarations = {
  // W24: Templates and tables
  'template-keys': {
    code: 'W2401',
    severity: 'error',
    title:
      'A template must be an object with the keys `variables` and `configuration`, both of them objects.',
  },
  'variable-declaration': {
    code: 'W2402',
    severity: 'error',
    title: 'Each variable of a template must have a valid name and a complete declaration of a known type.',
  },
  'unknown-variable': {
    code: 'W2403',
    severity: 'error',
    title: 'Each variable in the configuration of a template must be declared, and be written as `{{name}}`.',
  },
  'unused-variable': {
    code: 'W2404',
    severity: 'error',
    title:
      'Each variable that a template declares must be used in its configuration, or in the target or the labels of the rows.',
  },
  'variable-place': {
    code: 'W2405',
    severity: 'error',
    title:
      'Variables must not be used in keys, `custom-commands`, `x-writ.commands`, `profile.path`, `mirror-region`, `additional-repositories` and `x-writ.repositories`.',
  },
  'secret-variable': {
    code: 'W2406',
    severity: 'error',
    title:
      'A value whose key begins with `!` must be set by a variable whose name begins with `!`, which must not be used elsewhere.',
  },
  'table-format': {
    code: 'W2407',
    severity: 'error',
    title:
      'A table must be CSV with a header line, or a JSON list of objects, and have from 1 to 1,000 rows with unique columns.',
  },
  'table-columns': {
    code: 'W2408',
    severity: 'error',
    title: 'A table must have a column for each variable of its template, and no others.',
  },
  'table-value': {
    code: 'W2409',
    severity: 'error',
    title: 'Each cell of a table must contain a value of the type that the template declares.',
  },
  'row-target': {
    code: 'W2410',
    severity: 'error',
    title: 'The target of each row of a batch must be unique and suitable for an installation.',
  },
  'row-labels': {
    code: 'W2411',
    severity: 'error',
    title: 'The labels that a row of a batch requires must match the workers of a machine.',
  },
  'repeated-value': {
    code: 'W2412',
    severity: 'warning',
    title:
      'Two rows of a table should not have the same host name, IP address, hardware address or disk, except for gateways and name servers.',
  },
  'pattern-length': {
    code: 'W2413',
    severity: 'error',
    title:
      'The target, each label and each value of the selector of a row must have at most 1,024 characters.',
  },
  'row-selector': {
    code: 'W2414',
    severity: 'error',
    title: 'The selector of each row of a table for machines must be valid and unique.',
  },
} as const;

export type TemplateRule = keyof typeof declarations;

export const TEMPLATE_RULES: Rules<TemplateRule> = defineRules(declarations);

/** Creates a finding about a template or a table. */
export function templateFinding(rule: TemplateRule, details: Details): Diagnostic {
  return findingOf(TEMPLATE_RULES[rule], details);
}
