import type { Route } from '../contract/route.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { checkForeignSyntax } from '../routing/foreign-syntax.ts';
import { overlaps, printedPattern } from '../routing/overlaps.ts';
import { parsePattern, type Pattern } from '../routing/pattern.ts';
import { isGuard } from './access-findings.ts';
import type { PlannedFilter } from './filters.ts';
import type { RoutePlan } from './route-plan.ts';

interface RoutePath {
  readonly route: Route;
  readonly pattern: Pattern;
}

/**
 * Warns about filters whose pattern matches no route, about guards for one path that leave the paths below it
 * unprotected, and about patterns in the syntax of other frameworks.
 */
export function reportIdleFilters(
  filters: readonly PlannedFilter[],
  routes: readonly Route[],
  plans: ReadonlyMap<Route, Pick<RoutePlan, 'filters'>>,
  report: (finding: Finding) => void,
): void {
  if (filters.every(({ pattern }) => pattern === undefined)) return;
  const paths = routes.map((route) => ({ route, pattern: printedPattern(route.path) }));
  // A path that cannot be parsed might match anything.
  const isKnown = paths.length > 0 && paths.every((path): path is RoutePath => path.pattern !== undefined);
  for (const each of filters) {
    if (each.pattern === undefined) continue;
    const pattern = parsePattern(each.pattern);
    if (isKnown && !paths.some((path) => overlaps(pattern, path.pattern))) {
      report(idleFilterFinding(each, pattern, paths));
      continue;
    }
    if (isKnown) reportOpenBelow(each, pattern, { filters, plans }, paths, report);
    checkForeignSyntax(() => `the filter for ${pattern.text}`, pattern.text, each.origin).forEach(report);
  }
}

function idleFilterFinding(
  { origin }: PlannedFilter,
  { text }: Pattern,
  paths: readonly RoutePath[],
): Finding {
  const suggestion = similarPatterns(text).find((candidate) => {
    const pattern = printedPattern(candidate);
    return pattern !== undefined && paths.some((path) => overlaps(pattern, path.pattern));
  });
  const prefix = patternBelow(trimEnd(text, '/'));
  return {
    rule: 'idle-filter',
    message: `the filter for ${text}: no route has a matching path, so it never runs`,
    hint:
      suggestion === undefined
        ? `write a prefix as ${quoteString(prefix)}; if the filter itself responds, register a route instead`
        : `write ${quoteString(suggestion)}`,
    origin,
  };
}

/** Suggests patterns in place of one that matches no route, the most likely first. */
function similarPatterns(text: string): readonly string[] {
  // Other frameworks use /admin/*, /admin/**, /admin/*rest or /admin/(.*) for everything below /admin.
  const star = text.includes('{') ? -1 : text.indexOf('*');
  const base = trimEnd(star === -1 ? text : text.slice(0, star), star === -1 ? '/' : '/.(');
  const spelled = [base, toLowerCase(base), base.replaceAll('_', '-'), decodeEscapes(base)];
  return spelled.flatMap((each) => [each, patternBelow(each)]).filter((each) => each !== '' && each !== text);
}

/** Removes these characters from the end of a string. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

function patternBelow(prefix: string): string {
  return `${prefix}/{rest:.*}`;
}

/** Converts a pattern to lower case, unless it contains an escape, whose meaning may depend on case. */
function toLowerCase(text: string): string {
  return text.includes('\\') ? text : text.toLowerCase();
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function quoteString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/**
 * Reports unprotected routes below a guarded path, because in other frameworks a guard for a path covers all paths
 * below it.
 */
function reportOpenBelow(
  { filter, origin }: PlannedFilter,
  pattern: Pattern,
  { filters, plans }: GuardsAndPlans,
  paths: readonly RoutePath[],
  report: (finding: Finding) => void,
): void {
  const { literal, text } = pattern;
  if (!isGuard(filter) || literal === undefined || literal === '/') return;
  const rest = printedPattern(`${text}/{rest:.+}`);
  if (rest === undefined) return;
  const guards = filters.filter((each) => isGuard(each.filter));
  const open = paths.filter(
    ({ route, pattern: own }) =>
      own.segments.length >= pattern.segments.length &&
      overlaps(rest, own) &&
      !isGuarded(route, own, guards, text) &&
      !isGuardedByRouter(plans.get(route)),
  );
  const [first, ...others] = open;
  if (first === undefined) return;
  const more = others.length === 0 ? ' below it is' : ` and ${others.length} more below it are`;
  report({
    rule: 'open-below',
    message: `the guard for ${text} covers only that path: ${routeName(first.route)}${more} unprotected`,
    hint: `write ${quoteString(patternBelow(text))}, or guard those routes separately`,
    origin,
  });
}

interface GuardsAndPlans {
  readonly filters: readonly PlannedFilter[];
  readonly plans: ReadonlyMap<Route, Pick<RoutePlan, 'filters'>>;
}

/**
 * Whether one of the route's filters is a guard for all paths, such as a guard of the router that contains the route.
 */
function isGuardedByRouter(plan: Pick<RoutePlan, 'filters'> | undefined): boolean {
  return plan?.filters.some(({ filter, pattern }) => pattern === undefined && isGuard(filter)) ?? false;
}

function isGuarded(
  { scopes = [] }: Route,
  own: Pattern,
  guards: readonly PlannedFilter[],
  excludedPattern: string,
): boolean {
  const isOwn = scopes.some(({ access, filters = [] }) => access !== undefined || filters.some(isGuard));
  return (
    isOwn || guards.some(({ pattern }) => pattern === undefined || guardsRoute(pattern, own, excludedPattern))
  );
}

function guardsRoute(guarded: string, own: Pattern, excludedPattern: string): boolean {
  const pattern = parsePattern(guarded);
  return pattern.text !== excludedPattern && overlaps(pattern, own);
}
