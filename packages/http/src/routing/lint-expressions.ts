import type { Finding } from '../report/findings.ts';
import { routeName } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { checkEscapes, type WrittenExpression } from './escapes.ts';
import { isExponential } from './expression/ambiguity.ts';
import type { Pattern } from './pattern.ts';
import { FLAGS } from './pattern-expression.ts';
import type { PatternEntry } from './pattern-table.ts';
import { tokenize } from './pattern-tokens.ts';
import { checkTypeName } from './type-names.ts';

/** Checks the regular expressions of variables in routes and filters. */
export function lintExpressions(
  entries: readonly PatternEntry[],
  filters: readonly { readonly pattern: string | undefined; readonly origin: Origin | undefined }[],
): Finding[] {
  const ofRoutes = entries.flatMap(({ route, pattern }) =>
    hasExpression(pattern) ? checkVariables(pattern.text, routeName(route), true, route.origin) : [],
  );
  const ofFilters = filters.flatMap(({ pattern, origin }) =>
    pattern === undefined ? [] : checkVariables(pattern, `the filter for ${pattern}`, false, origin),
  );
  return [...ofRoutes, ...ofFilters];
}

function hasExpression({ segments, tail }: Pattern): boolean {
  return tail !== undefined || segments.some(({ kind }) => kind === 'regex');
}

function checkVariables(text: string, name: string, isBound: boolean, origin: Origin | undefined): Finding[] {
  return tokenize(text, 0)
    .flat()
    .flatMap((token) => {
      if (token.kind === 'text' || token.regex === undefined) return [];
      const { regex } = token;
      const typeName = checkTypeName(name, { ...token, regex, pattern: text }, isBound, origin);
      if (typeName !== undefined) return [typeName];
      const what = `${name}: the regular expression of ${token.name}, ${regex},`;
      const write = (other: string): string => text.replace(`:${regex}`, () => `:${other}`);
      return checkExpression({ what, regex, write, origin }, FLAGS);
    });
}

/**
 * Warns about an expression that matches some strings in exponentially many ways, and reports suspicious escapes.
 */
export function checkExpression(expression: WrittenExpression, flags: string): Finding[] {
  const { what, regex, origin } = expression;
  const escapes = checkEscapes(expression);
  if (!isExponential(regex, flags)) return escapes;
  const costly: Finding = {
    rule: 'costly-expression',
    message: `${what} matches some strings in exponentially many ways: its time may double with each character`,
    hint: 'write it so that each string can match in only one way: avoid nested repeats, such as (a+)+, and repeated alternatives that match the same characters, such as (a|a)*',
    origin,
  };
  return [costly, ...escapes];
}
