import { METHODS_OF_ANY } from '../contract/methods.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Match, Matcher } from '../contract/matcher.ts';

/** Sets the exchange's match or, if there is none, the methods that the path allows. */
export function matchRoute(matchers: readonly Matcher[], exchange: Exchange): void {
  const { method, path } = exchange;
  if (exchange.isServerWide) {
    exchange.allow = serverMethods(matchers);
    return;
  }
  let allow: Set<string> | undefined;
  const upgrades = exchange.transport.upgrade !== undefined;
  for (const matcher of matchers) {
    let found = matcher.match(method, path, upgrades);
    if (found.route === undefined && method === 'HEAD') found = matcher.match('GET', path);
    if (found.route !== undefined) {
      exchange.match = found as Match;
      return;
    }
    if (found.allow.length > 0) {
      allow ??= new Set();
      for (const each of found.allow) allow.add(each);
    }
  }
  if (allow !== undefined) exchange.allow = allow;
}

/** Collects the methods of all routes, for `OPTIONS *` (RFC 9110, section 9.3.7). */
function serverMethods(matchers: readonly Matcher[]): Set<string> {
  const methods = new Set<string>(matchers.flatMap(({ routes }) => routes.map(({ method }) => method)));
  if (methods.delete('ANY')) for (const each of METHODS_OF_ANY) methods.add(each);
  if (methods.has('GET')) methods.add('HEAD');
  return methods.add('OPTIONS');
}

/** Finds the match after the current one, in the same matcher or a later one. Returns undefined if there is none. */
export function findNextMatch(
  matchers: readonly Matcher[],
  { method, path, match }: Exchange,
): Match | undefined {
  if (match === undefined) return undefined;
  const start = matchers.findIndex(({ routes }) => routes.includes(match.route));
  const next = matchers[start]?.after?.(match.route, method, path);
  if (next !== undefined) return next;
  for (const matcher of matchers.slice(start + 1)) {
    let found = matcher.match(method, path);
    if (found.route === undefined && method === 'HEAD') found = matcher.match('GET', path);
    if (found.route !== undefined) return found as Match;
  }
  return undefined;
}
