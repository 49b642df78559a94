import { accessOf, guarded } from '../policies/access.ts';
import { NoRoute } from '../errors/no-route.ts';
import type { Remedies } from '../contract/error-handlers.ts';
import { globalRemedies, remediesOf } from '../plan/resolve-error-handlers.ts';
import { HttpError } from '../errors/http-error.ts';
import { checkEvents } from '../plan/event-findings.ts';
import { eventsOf, keepingEntity } from '../observe/rest-events.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import { lintExpressions } from '../routing/costly.ts';
import { nameOf, toDiagnostic, type Finding } from '../report/findings.ts';
import { lint } from '../routing/lint.ts';
import type { Matcher } from '../contract/matcher.ts';
import { PatternProblem } from '../routing/pattern-tokens.ts';
import { canonicalsOf } from '../routing/spellings.ts';
import { twinsIn } from '../routing/twins.ts';
import { PatternTable, toEntry, type Entry } from '../routing/pattern-table.ts';
import type { DefaultLimits } from '../contract/limits.ts';
import { checkBlocking } from '../plan/blocking-findings.ts';
import { reportCors } from '../plan/cors-findings.ts';
import { reportCrossSite } from '../plan/csrf-findings.ts';
import { reportShadowedReaders } from '../binding/readers/shadowed.ts';
import { RestResponse } from '../exchange/rest-response.ts';
import { shelfOf } from '../writing/shelf.ts';
import type { Write } from '../exchange/exchange-plan.ts';
import { declaring, writerOf } from '../writing/writer-of.ts';
import { binderOf } from '../binding/binder.ts';
import { performerOf } from './handler.ts';
import { fallingThrough, passingOn } from './pass-on.ts';
import { filtersOf, limitsOf, type Plan, type PlannedFilter } from '../plan/plan.ts';
import { withPolicies } from './preflight.ts';
import type { Registered, Resolved } from '../plan/resolved.ts';
import { checkRoute } from '../plan/route-rules.ts';
import { twinsOf, type Twins } from '../plan/variants.ts';

export function resolve(defaults: DefaultLimits, registered: Registered): Resolved {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => void findings.push(finding);
  const table = new PatternTable(entriesOf(registered.routes, report));
  const matchers: readonly Matcher[] = [table, ...registered.mounted];
  reportShadowedReaders(registered.registries.readers.levels(), report);
  const shelf = shelfOf(registered.registries.writers.levels(), report);
  const remedies = globalRemedies(registered.registries.handlers.levels(), registered.notFound, report);
  const plans = new Map<Route, Plan>();
  const missed = missedPlan(
    defaults,
    registered.filters,
    remedies,
    matchers,
    plans,
    writerOf(undefined, shelf, report).write,
  );
  const twins = new Map<Route, Twins>();
  for (const group of twinsIn(table.entries)) {
    const each = twinsOf(group, missed);
    for (const route of group) twins.set(route, each);
  }
  const isShared = matchers.flatMap(({ routes }) => [...routes]).filter(isBlocking).length > 1;
  for (const matcher of matchers) {
    for (const route of matcher.routes) {
      if (plans.has(route)) continue;
      checkRoute(route, report);
      const binder = binderOf(route, matcher.variables(route), registered.registries, report);
      const writer = writerOf(route, shelf, report);
      const perform = guarded(
        accessOf(route, registered.registries.access, report),
        declaring(writer.headers, performerOf(route, binder, registered.registries, isShared)),
      );
      const own = twins.get(route);
      checkEvents(route, report);
      checkBlocking(route, registered.registries, report);
      const events = eventsOf(route);
      plans.set(route, {
        route,
        ...filtersOf(registered.filters, route),
        limits: limitsOf({ ...defaults, ...binder.limits }, registered.filters, route.scopes),
        perform: own === undefined ? perform : fallingThrough(route, perform, own, plans),
        write: events === undefined ? writer.write : keepingEntity(writer.write),
        events,
        remedies: remediesOf(route, remedies, report),
        twins: own,
      });
    }
  }
  reportCrossSite(plans.values(), registered.registries, report);
  reportCors([...registered.filters, ...[...plans.values()].flatMap(({ filters }) => filters ?? [])], report);
  findings.push(...lint(table), ...lintExpressions(table.entries, registered.filters));
  return {
    matchers,
    plans,
    missed,
    canonicals: canonicalsOf(matchers),
    passOn: passingOn(matchers, plans, missed),
    diagnostics: [...registered.reported, ...findings.map(toDiagnostic)],
  };
}

function isBlocking({ blocking }: Route): boolean {
  return blocking !== undefined;
}

function missedPlan(
  defaults: DefaultLimits,
  filters: readonly PlannedFilter[],
  remedies: Remedies,
  matchers: readonly Matcher[],
  plans: ReadonlyMap<Route, Plan>,
  write: Write,
): Plan {
  return {
    route: undefined,
    filters: withPolicies(filtersOf(filters).filters ?? [], matchers, plans),
    own: null,
    limits: limitsOf(defaults, filters),
    perform: answerMiss,
    write,
    events: undefined,
    remedies,
    twins: undefined,
  };
}

/** OPTIONS is answered from the table; otherwise the path is not there, or not for this method. */
function answerMiss(exchange: Exchange): unknown {
  const allow = allowed(exchange.allow);
  if (allow === '') throw new NoRoute();
  if (exchange.method === 'OPTIONS') return new RestResponse(undefined, { headers: { allow } });
  throw new HttpError('method-not-allowed', {
    detail: `${exchange.method} is not one of ${allow}`,
    headers: { allow },
  });
}

/** HEAD comes with GET, and OPTIONS with anything. */
function allowed(methods: ReadonlySet<string>): string {
  if (methods.size === 0) return '';
  const all = new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return [...all].toSorted().join(', ');
}

function entriesOf(routes: readonly Route[], report: (finding: Finding) => void): Entry[] {
  return routes.flatMap((route) => {
    try {
      return [toEntry(route)];
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      report({
        code: 'W2001',
        severity: 'error',
        message: `${nameOf(route)}: ${error.message} (at character ${error.index + 1} of the path)`,
        origin: route.origin,
        hint: error.hint,
      });
      return [];
    }
  });
}
