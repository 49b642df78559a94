import { resolveAccess, rolesText } from '../policies/access.ts';
import { bodyHandlerOf } from '../binding/binder.ts';
import { applies } from '../routing/filter-applies.ts';
import type { Plan, PlannedFilter } from '../plan/plan.ts';
import type { Resolved } from '../plan/resolved.ts';
import { limitsIn } from '../policies/limits.ts';
import type { Route } from '../contract/route.ts';
import type { Scope } from '../contract/scope.ts';
import type { Limits } from '../contract/limits.ts';
import type { Registries } from '../contract/registry.ts';
import { choice, levelName } from './choice.ts';
import { explainBindings } from './explain-bindings.ts';
import { explainReaders } from './explain-readers.ts';
import { explainWriters } from './explain-writers.ts';
import type { Candidate, Choice, ExplainedPlan, Explanation } from './explanation.ts';
import { handlerName } from '../report/findings.ts';
import type { Match, Matcher } from '../contract/matcher.ts';
import { readPath, type RequestPath } from '../protocol/request-path.ts';
import { placeOnly, rowOf } from './rows.ts';
import { spellingsOf } from '../routing/spellings.ts';

/** All that a router knows. */
export interface Explained {
  readonly resolved: Resolved;
  readonly registries: Registries;
  readonly filters: readonly PlannedFilter[];
}

/** How a request would be answered. Throws `HttpError` 400 when the target cannot be read. */
export function explain(method: string, target: string, around: Explained): Explanation {
  const { matchers, plans } = around.resolved;
  const path = readPath(target);
  const allow = new Set<string>();
  const candidates: Candidate[] = [];
  let found: { readonly match: Match; readonly matcher: Matcher } | undefined;
  for (const matcher of matchers) {
    let match = matcher.match(method, path);
    if (match.route === undefined && method === 'HEAD') match = matcher.match('GET', path);
    const first = found === undefined && match.route !== undefined;
    candidates.push(...candidatesOf(matcher, method, path, first ? (match as Match).route : undefined));
    if (match.route === undefined) for (const each of match.allow) allow.add(each);
    else found ??= { match, matcher };
  }
  const base = { method, path: path.raw, candidates };
  if (found === undefined) return { ...base, allow: [...allow].toSorted() };
  const { match, matcher } = found;
  const plan = plans.get(match.route)!;
  return { ...base, allow: [], plan: explainPlan(match, matcher, plan, path, around) };
}

function candidatesOf(
  matcher: Matcher,
  method: string,
  path: RequestPath,
  chosen: Route | undefined,
): readonly Candidate[] {
  return (matcher.consider?.(method, path) ?? []).map(({ route, why }) => ({
    route: `${route.method} ${route.path}`,
    handler: handlerName(route),
    from: matcher.name,
    chosen: route === chosen,
    why,
    origin: placeOnly(route.origin),
  }));
}

function explainPlan(
  { route, values, positional = [] }: Match,
  matcher: Matcher,
  plan: Plan,
  path: RequestPath,
  { registries, filters, resolved }: Explained,
): ExplainedPlan {
  const spelled = { path, spellings: spellingsOf(path, resolved.canonicals) };
  const scopes = route.scopes ?? [];
  return {
    row: rowOf(route, matcher.name, plan, registries.access),
    values: [...values, ...positional],
    limits: explainLimits(route, plan, registries, filters),
    filters: (plan.filters ?? [])
      .filter(({ pattern }) => applies(pattern, spelled))
      .map(({ filter, scope, pattern }) => ({
        what: filter.name || 'filter',
        from: pattern === undefined ? scope : `${scope}, for ${pattern.text}`,
      })),
    access: explainAccess(scopes, registries),
    bindings: explainBindings(route, matcher.variables(route), values, positional, registries),
    readers: explainReaders(route, registries),
    writers: explainWriters(route, registries),
    headers: scopes.flatMap(({ headers = [], name = 'route' }) =>
      headers.map(([header, value]) => ({ what: `${header}: ${value}`, from: name })),
    ),
    events: scopes.flatMap(({ events = [], name = 'route' }) =>
      events.map(({ event }) => ({ what: event.name, from: name, origin: placeOnly(event.origin) })),
    ),
    handlers: [
      ...scopes.toReversed().flatMap(({ handlers = [], name = 'route' }) => handlers.map(choice(name))),
      ...registries.handlers.levels().flatMap((level, index) => level.map(choice(levelName(index)))),
    ],
  };
}

function explainAccess(scopes: readonly Scope[], registries: Registries): readonly Choice[] {
  const { rule, authenticate, authorize, roles } = resolveAccess(registries.access, scopes);
  const from = (key: 'authenticate' | 'authorize' | 'rule'): string => {
    const scope = scopes.findLast(({ access }) => access?.[key] !== undefined);
    return scope === undefined ? 'all routes' : (scope.name ?? 'route');
  };
  if (rule === 'deny') return [{ what: 'nobody may', from: from('rule') }];
  return [
    ...(authenticate === undefined ? [] : [choice(from('authenticate'))(authenticate)]),
    ...(authorize === undefined ? [] : [choice(from('authorize'))(authorize)]),
    ...(roles.length === 0 ? [] : [{ what: rolesText(roles), from: from('rule') }]),
  ];
}

/** From the narrowest to the widest, the order in which they win. */
function explainLimits(
  route: Route,
  { limits }: Plan,
  registries: Registries,
  filters: readonly PlannedFilter[],
): readonly Choice[] {
  const ofFilters = (list: readonly PlannedFilter['filter'][]): Limits =>
    Object.assign({}, ...limitsIn(list)) as Limits;
  const { maxBody, maxTotal } = bodyHandlerOf(route, registries).handler;
  const levels: readonly (readonly [from: string, limits: Limits])[] = [
    ...(route.scopes ?? []).toReversed().map(({ name = 'route', limits: own = {}, filters: list = [] }) => {
      return [name, { ...own, ...ofFilters(list) }] as const;
    }),
    ['router', ofFilters(filters.filter(({ pattern }) => pattern === undefined).map(({ filter }) => filter))],
    ['body handler', { ...(maxBody && { body: maxBody }), ...(maxTotal && { form: maxTotal }) }],
  ];
  return (Object.entries(limits) as [keyof Limits, number | undefined][])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      what: `${name} ${value}${name === 'names' ? '' : UNITS[name]}`,
      from: levels.find(([, own]) => own[name] === value)?.[0] ?? 'toolkit',
    }));
}

const UNITS: Readonly<Record<keyof Limits, string>> = {
  body: ' bytes',
  form: ' bytes',
  names: '',
  value: ' bytes',
  bodyTime: ' ms',
  provider: ' ms',
  time: ' ms',
};
