import type { Diagnostic, SourceText } from '@writ/diagnostics';
import { templateFinding, type TemplateRule } from './finding-codes.ts';
import type { ForbiddenPlace } from './places.ts';
import type { ValueRow } from './columns.ts';
import { filledLength, fillText } from './slots.ts';
import { lineOf } from './table.ts';
import { describeUnknown, namesIn } from './uses.ts';
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

/** Maximum number of characters of a pattern with the values of a row. */
const FILLED_LIMIT = 1024;

/** The patterns with the values of a row. */
interface FilledPatterns {
  /** Empty if a pattern would be too long. */
  readonly filled: Readonly<Record<string, string>>;
  readonly findings: readonly Diagnostic[];
}

/**
 * Fills patterns with the values of a row. A short pattern can name the same variable many times, so the length is
 * checked first.
 *
 * @param table the file name of the table
 */
export function fillPatterns(
  patterns: Patterns,
  { number, line, values }: Pick<ValueRow, 'number' | 'line' | 'values'>,
  table: string,
): FilledPatterns {
  if (values === undefined) return { filled: {}, findings: [] };
  const entries = Object.entries(patterns);
  const overlong = entries.filter(([, text]) => filledLength(text, values) > FILLED_LIMIT);
  const findings = overlong.map(([pattern]) =>
    templateFinding('pattern-length', {
      ...lineOf(table, line),
      message: `row ${number}: ${pattern} has more than ${FILLED_LIMIT.toLocaleString('en')} characters`,
      hint: 'use fewer variables, or variables with shorter values',
    }),
  );
  if (findings.length > 0) return { filled: {}, findings };
  const filled = entries.map(([pattern, text]) => [pattern, String(fillText(text, values))]);
  return { filled: Object.fromEntries(filled) as Record<string, string>, findings };
}
