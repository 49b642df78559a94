import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { templateFinding, type TemplateRule } from './finding-codes.ts';
import type { ForbiddenPlace } from './places.ts';
import { fillText } from './slots.ts';
import { describeUnknown, namesIn } from './uses.ts';
import type { Cell } from './value.ts';
import { isSecretVariable } from './variable.ts';

/** Strings outside of a template that may contain variables, by the names that findings use for them. */
export type Patterns = Readonly<Record<string, string>>;

/** The uses of variables in patterns. */
interface PatternUses {
  readonly variables: readonly string[];
  readonly findings: readonly Diagnostic[];
}

/** Finds the variables in patterns. @param declared the names of the declared variables */
export function findPatternUses(
  source: SourceText,
  patterns: Patterns,
  declared: readonly string[],
): PatternUses {
  const variables: string[] = [];
  const findings: Diagnostic[] = [];
  for (const [pattern, text] of Object.entries(patterns)) {
    const report = (rule: TemplateRule, { message, hint }: ForbiddenPlace): void => {
      findings.push(templateFinding(rule, { file: source.name, message: `${pattern}: ${message}`, hint }));
    };
    for (const name of namesIn(text)) {
      const unknown = describeUnknown(name, declared, false);
      if (unknown !== undefined) report('unknown-variable', unknown);
      else variables.push(name);
      if (isSecretVariable(name)) {
        report('secret-variable', {
          message: `the variable "${name}" is a secret, but this value is printed`,
          hint: 'use a variable that is not a secret',
        });
      }
    }
  }
  return { variables, findings };
}

/** Returns the patterns with the values of a row. */
export function fillPatterns(
  patterns: Patterns,
  values: ReadonlyMap<string, Cell>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(patterns).map(([pattern, text]) => [pattern, String(fillText(text, values))]),
  );
}
