/** @module The rules for source files and the types that they declare. */
import { defineRules, ruleMembers, type Diagnostic, type Rules } from '@writ/diagnostics';

const declarations = {
  'module-syntax': {
    code: 'W3103',
    severity: 'error',
    title: 'A module must be valid TypeScript or JavaScript.',
  },
  'module-unreadable': { code: 'W3105', severity: 'error', title: 'The file of a module must be readable.' },
  'type-unknown': {
    code: 'W3401',
    severity: 'error',
    title: 'The declared type of a value from a request must be found in the source and be supported.',
  },
} as const;

/** The name of a rule in `SOURCE_RULES`. */
export type SourceRule = keyof typeof declarations;

/** The rules for source files, by name. */
export const SOURCE_RULES: Rules<SourceRule> = defineRules(declarations);

/** Creates a finding from one of these rules. */
export function sourceFinding(
  rule: SourceRule,
  message: string,
  details: Pick<Diagnostic, 'file' | 'range' | 'hint'>,
): Diagnostic {
  return { ...ruleMembers(SOURCE_RULES[rule]), message, ...details };
}
