import { formatRoles, type ResolvedAccess } from '../policies/access.ts';
import type { Origin } from '../report/origin.ts';
import type { Resolved } from '../plan/resolved.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { Binding } from '../contract/route.ts';
import { compileType } from '../types/compile-type.ts';
import { TypeProblem } from '../types/converter.ts';
import { handlerName } from '../report/findings.ts';
import type { TableRow } from './row.ts';

/** Returns a row for each route, in the order in which routes are tried. */
export function rowsOf({ matchers, plans }: Pick<Resolved, 'matchers' | 'plans'>): readonly TableRow[] {
  return matchers.flatMap((matcher) => matcher.routes.map((route) => rowOf(plans.get(route)!, matcher.name)));
}

export function rowOf({ route, access, cors, filters }: RoutePlan, from: string): TableRow {
  return {
    method: route.method,
    path: route.path,
    bindings: route.bindings.map(printBinding),
    consumes: route.consumes ?? [],
    produces: route.produces ?? [],
    order: route.order ?? 0,
    from,
    handler: handlerName(route),
    access: printAccess(access),
    filters: [...cors, ...filters].map(({ filter, pattern, scope }) =>
      [filter.name || 'filter', `(${scope}${pattern === undefined ? '' : ` ${pattern}`})`].join(' '),
    ),
    ...(route.upgrade && { upgrade: route.upgrade }),
    ...(route.untyped && { untyped: true }),
    origin: toPlainOrigin(route.origin ?? {}),
  };
}

function printAccess({ rule, authenticate, authorize, roles }: ResolvedAccess): readonly string[] {
  return [
    ...(rule === undefined ? [] : [rule.value]),
    ...(authenticate === undefined ? [] : [`authenticated by ${authenticate.value.name}`]),
    ...(authorize === undefined ? [] : [`authorized by ${authorize.value.name}`]),
    ...(roles === undefined ? [] : [formatRoles(roles.value)]),
  ];
}

/** Formats a binding, such as `path id: int`, `query page: int = 1` or `body: NewNote`. */
export function printBinding(binding: Binding): string {
  const name = 'name' in binding ? `${binding.source} ${binding.name}` : binding.source;
  const text = 'default' in binding && binding.default !== undefined ? ` = ${binding.default}` : '';
  return `${name}: ${printType(binding)}${text}`;
}

function printType(binding: Binding): string {
  if (binding.source === 'bean') return binding.type.name;
  if (binding.source === 'context') {
    const optional = 'kind' in binding.type && binding.type.kind === 'optional';
    const token = optional ? binding.type.of : binding.type;
    return `${(token as { readonly name?: string }).name ?? 'unknown'}${optional ? '?' : ''}`;
  }
  try {
    return compileType(binding.type).name;
  } catch (error) {
    if (error instanceof TypeProblem) return 'unknown';
    throw error;
  }
}

/** Returns the location of a declaration, or undefined if it is unknown. */
export function knownOrigin(origin: Origin | undefined): Origin | undefined {
  const location = origin && toPlainOrigin(origin);
  return location?.file === undefined ? undefined : location;
}

/**
 * Copies an origin, whose location is computed lazily from a stack, into a plain object that can be compared and
 * serialized.
 */
function toPlainOrigin({ file, line, column, className, method }: Origin): Origin {
  const fields = Object.entries({ file, line, column, className, method });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
