import type { Exchange } from '../exchange/exchange.ts';
import type { Match, Matcher } from './matcher.ts';

/** Sets the exchange's match or, when there is none, the methods that would have had one. */
export function find(matchers: readonly Matcher[], exchange: Exchange): void {
  const { method, path } = exchange;
  let allow: Set<string> | undefined;
  for (const matcher of matchers) {
    let found = matcher.match(method, path);
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
