import { nearest } from '@writ/diagnostics';
import { isHeaderName } from '../exchange/response-headers.ts';
import type { Binding, Route } from '../route.ts';
import { nameOf, type Finding } from '../table/findings.ts';

/** What is wrong with a route's bindings as a list; whether each has a type that can be made is judged elsewhere. */
export function checkBindings(
  route: Route,
  variables: readonly string[],
  report: (finding: Finding) => void,
): void {
  const { bindings } = route;
  const problem = (code: Finding['code'], binding: Binding, message: string, hint?: string): void =>
    report({
      code,
      severity: 'error',
      message: `${nameOf(route)}: ${message}`,
      origin: binding.origin ?? route.origin,
      hint,
    });
  for (const [index, binding] of bindings.entries()) {
    if (binding.source === 'path' && !variables.includes(binding.name)) {
      const { name } = binding;
      problem('W2005', binding, `the path has no variable named ${name}`, variableHint(name, variables));
    }
    if (binding.source === 'header' && !isHeaderName(binding.name)) {
      problem('W2012', binding, `no request has a header named ${JSON.stringify(binding.name)}`);
    }
    if (binding.source === 'rest' && index !== bindings.length - 1) {
      problem('W2007', binding, 'the rest of the path is not the last argument');
    }
  }
  const [, second] = bindings.filter(({ source }) => source === 'body');
  if (second !== undefined) problem('W2006', second, 'the body is bound twice', 'one argument takes it all');
}

function variableHint(name: string, variables: readonly string[]): string {
  const meant = nearest(name, variables);
  return meant === undefined
    ? `put {${name}} into the path, or read it from the query`
    : `did you mean ${JSON.stringify(meant)}?`;
}
