import { filterApplies } from '../routing/filter-applies.ts';
import type { Resolved } from '../plan/resolved.ts';
import type { PlannedFilter } from '../plan/filters.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { Route } from '../contract/route.ts';
import {
  accessParts,
  bindingParts,
  componentPart,
  limitParts,
  readerParts,
  writerParts,
} from './explained-parts.ts';
import type { Candidate, ExplainedPart, ExplainedPlan, Explanation } from './explanation.ts';
import { handlerName } from '../report/findings.ts';
import type { Match, Matcher } from '../contract/matcher.ts';
import { readPath, type RequestPath } from '../protocol/request-path.ts';
import { parsePattern } from '../routing/pattern.ts';
import { knownOrigin, rowOf } from './rows.ts';
import { spellingsOf } from '../routing/spellings.ts';

/** Explains how a request would be handled. Throws `HttpError` 400 or 414 if the target cannot be parsed. */
export function explain(method: string, target: string, resolved: Resolved): Explanation {
  const { matchers, plans } = resolved;
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
  return { ...base, allow: [], plan: explainPlan(match, matcher, plan, path, resolved) };
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
    origin: knownOrigin(route.origin),
  }));
}

function explainPlan(
  { values, positional = [] }: Match,
  matcher: Matcher,
  plan: RoutePlan,
  path: RequestPath,
  { canonicals }: Resolved,
): ExplainedPlan {
  return {
    row: rowOf(plan, matcher.name),
    values: [...values, ...positional],
    limits: limitParts(plan),
    filters: filterParts(plan, { path, spellings: spellingsOf(path, canonicals) }),
    access: accessParts(plan),
    bindings: bindingParts(plan, values, positional),
    readers: readerParts(plan),
    writers: writerParts(plan),
    headers: plan.headers.map(({ value: [name, value], scope }) => ({
      what: `${name}: ${value}`,
      from: scope,
    })),
    events: plan.events.map(({ value: { event }, scope }) => ({
      what: event.name,
      from: scope,
      origin: knownOrigin(event.origin),
    })),
    handlers: plan.handlers.map(componentPart),
  };
}

/** Describes the filters that run for the path: the first CORS policy that applies, then all other filters. */
function filterParts(
  { cors, filters }: RoutePlan,
  path: Parameters<typeof filterApplies>[1],
): readonly ExplainedPart[] {
  const runs = ({ pattern }: PlannedFilter): boolean =>
    pattern === undefined || filterApplies(parsePattern(pattern), path);
  return [...cors.filter(runs).slice(0, 1), ...filters.filter(runs)].map(({ filter, scope, pattern }) => ({
    what: filter.name || 'filter',
    from: pattern === undefined ? scope : `${scope}, for ${pattern}`,
  }));
}
