import type { Rule, Rules } from '@writ/diagnostics';
import { RULES as ANNOTATION_RULES } from '../../packages/annotations/src/findings/finding-codes.ts';
import { CONTROLLER_RULES } from '../../packages/controllers/src/finding-codes.ts';
import { RULES as CONVERSION_RULES } from '../../packages/convert/src/finding-codes.ts';
import { RULES as HTTP_RULES } from '../../packages/http/src/report/finding-codes.ts';
import { CONFIG_RULES } from '../../packages/installer/src/config/finding-codes.ts';
import { REFUSAL_RULES } from '../../packages/installer/src/finding-codes.ts';
import { TEMPLATE_RULES } from '../../packages/installer/src/templates/finding-codes.ts';
import { SOURCE_RULES } from '../../packages/source/src/finding-codes.ts';

export interface RuleTable {
  /** Name of the folder below packages/. */
  readonly package: string;
  /** File that declares the table, relative to that folder. */
  readonly file: string;
  readonly rules: Rules;
}

/** All tables of rules. */
export const ruleTables: readonly RuleTable[] = [
  { package: 'installer', file: 'src/config/finding-codes.ts', rules: CONFIG_RULES },
  { package: 'installer', file: 'src/finding-codes.ts', rules: REFUSAL_RULES },
  { package: 'installer', file: 'src/templates/finding-codes.ts', rules: TEMPLATE_RULES },
  { package: 'convert', file: 'src/finding-codes.ts', rules: CONVERSION_RULES },
  { package: 'http', file: 'src/report/finding-codes.ts', rules: HTTP_RULES },
  { package: 'annotations', file: 'src/findings/finding-codes.ts', rules: ANNOTATION_RULES },
  { package: 'controllers', file: 'src/finding-codes.ts', rules: CONTROLLER_RULES },
  { package: 'source', file: 'src/finding-codes.ts', rules: SOURCE_RULES },
];

/** The codes of removed rules, which must not be reused. */
export const retiredCodes: readonly string[] = [
  'W1501',
  'W1509',
  'W2201',
  'W2202',
  'W2203',
  'W2204',
  'W2205',
  'W2206',
  'W2207',
  'W2301',
  'W2302',
  'W2303',
];

export interface PackageRule extends Rule {
  readonly package: string;
}

/** Lists all rules in code order. */
export function allRules(): readonly PackageRule[] {
  return ruleTables
    .flatMap((table) => Object.values(table.rules).map((rule) => ({ ...rule, package: table.package })))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
