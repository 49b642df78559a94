import { isExponential } from './expression/ambiguity.ts';
import type { Origin } from '../report/origin.ts';
import type { Finding } from '../report/findings.ts';
import { nameOf } from '../report/findings.ts';
import { FLAGS } from './pattern-expression.ts';
import type { Entry } from './pattern-table.ts';
import { tokenize } from './pattern-tokens.ts';
import type { Pattern } from './pattern.ts';

/** Warns of the expressions of variables that some texts fit in exponentially many ways. */
export function lintExpressions(
  entries: readonly Entry[],
  filters: readonly { readonly pattern: Pattern | undefined; readonly origin: Origin | undefined }[],
): Finding[] {
  const ofRoutes = entries.flatMap(({ route, pattern }) =>
    costlyIn(pattern).map((found) => costly(`${nameOf(route)}: ${found}`, route.origin)),
  );
  const ofFilters = filters.flatMap(({ pattern, origin }) =>
    pattern === undefined
      ? []
      : costlyIn(pattern).map((found) => costly(`the filter for ${pattern.text}: ${found}`, origin)),
  );
  return [...ofRoutes, ...ofFilters];
}

/** The finding for an expression, which `what` names. */
export function costly(what: string, origin: Origin | undefined): Finding {
  return {
    code: 'W2019',
    severity: 'warning',
    message: `${what} fits some texts in exponentially many ways, and may take a time that doubles with each character`,
    hint: 'write it so that each text fits in one way: the causes are repeats of repeats, such as (a+)+, and repeated alternatives that take the same characters, such as (a|a)*',
    origin,
  };
}

function costlyIn({ text }: Pattern): readonly string[] {
  return tokenize(text, 0)
    .flat()
    .flatMap((token) =>
      token.kind === 'variable' && token.regex !== undefined && isExponential(token.regex, FLAGS)
        ? [`the regular expression of ${token.name}, ${token.regex},`]
        : [],
    );
}
