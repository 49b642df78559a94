import { METHODS } from 'node:http';
import type { Route } from '../contract/route.ts';
import { filterProblem } from '../policies/filter-metadata.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { checkMembers } from './route-members.ts';

const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHODS, 'ANY']);
/** Matches a type, subtype and optional parameters; `*` means any. */
const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;.*)?$/;

/** Checks a route, except for its path and bindings. */
export function checkRoute(route: Route, report: (finding: Finding) => void): void {
  const problem = (rule: Finding['rule'], message: string, hint?: string): void =>
    report({ rule, message: `${routeName(route)}${message}`, origin: route.origin, hint });
  checkMembers(route, report);
  if (!KNOWN_METHODS.has(route.method)) {
    const method = JSON.stringify(route.method);
    problem('method', `: ${method} is not an HTTP method that servers accept`, 'write methods in upper case');
  } else if (route.method === 'CONNECT') {
    report({
      rule: 'method',
      severity: 'warning',
      message: `${routeName(route)} is unreachable: servers and fetch do not deliver CONNECT`,
      origin: route.origin,
    });
  }
  if (route.order !== undefined && !Number.isSafeInteger(route.order)) {
    problem('route-order', ` has the invalid order ${String(route.order)}`, 'write an integer (default: 0)');
  }
  const checkMediaType = (member: 'consumes' | 'produces', type: string): void => {
    if (MEDIA_TYPE.test(type)) return;
    problem(
      'media-type',
      ` ${member} ${JSON.stringify(type)}, which is not a media type`,
      'write a type and a subtype, such as application/json',
    );
  };
  route.consumes?.forEach((type) => checkMediaType('consumes', type));
  route.produces?.forEach((type) => checkMediaType('produces', type));
  route.scopes?.forEach(({ filters }) =>
    filters?.forEach((filter) => {
      const wrong = filterProblem(filter);
      if (wrong !== undefined) problem('filter', `: ${wrong.message}`, wrong.hint);
    }),
  );
}
