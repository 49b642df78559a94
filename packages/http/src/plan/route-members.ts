import type { Route } from '../contract/route.ts';
import type { AccessRules, RouteEvent, Scope } from '../contract/scope.ts';
import { unknownOptions, type OptionNames } from '../internal/options.ts';
import { parseLimits } from '../policies/limits.ts';
import { routeName, type Finding } from '../report/findings.ts';

const ROUTE: OptionNames<Route> = {
  method: true,
  path: true,
  bindings: true,
  handler: true,
  consumes: true,
  produces: true,
  order: true,
  scopes: true,
  pathMismatchStatus: true,
  untyped: true,
  closed: true,
  blocking: true,
  valid: true,
  description: true,
  summary: true,
  deprecated: true,
  responses: true,
  bodyExamples: true,
  returns: true,
  results: true,
  checksResults: true,
  tags: true,
  hidden: true,
  upgrade: true,
  origin: true,
};

const SCOPE: OptionNames<Scope> = {
  name: true,
  origin: true,
  filters: true,
  path: true,
  limits: true,
  access: true,
  reader: true,
  bodyHandler: true,
  writer: true,
  handlers: true,
  headers: true,
  events: true,
};

const ACCESS: OptionNames<AccessRules> = { authenticate: true, authorize: true, rule: true };
const EVENT: OptionNames<RouteEvent> = { event: true, response: true, exception: true, onEmpty: true };

/**
 * Reports unknown members of a route, its scopes and their parts. For example, a guard with a misspelled key would not
 * run.
 */
export function checkMembers(route: Route, report: (finding: Finding) => void): void {
  const problem = (message: string, hint?: string): void =>
    report({
      rule: 'unknown-name',
      message: `${routeName(route)} ${message}`,
      origin: route.origin,
      hint,
    });
  const check = <T extends object>(owner: string, given: T, names: OptionNames<T>): void => {
    for (const { name, hint } of unknownOptions(given, names)) {
      problem(`has ${owner}the unknown member ${JSON.stringify(name)}`, hint);
    }
  };
  check('', route, ROUTE);
  for (const scope of route.scopes ?? []) {
    check('a scope with ', scope, SCOPE);
    if (scope.access !== undefined) check('an access rule with ', scope.access, ACCESS);
    for (const event of scope.events ?? []) check('an event listener with ', event, EVENT);
    if (scope.limits === undefined) continue;
    try {
      parseLimits(scope.limits);
    } catch (error) {
      problem(`has invalid limits: ${(error as Error).message}`);
    }
  }
}
