import { HttpError } from '../errors/http-error.ts';
import { NoRoute } from '../errors/no-route.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { RestResponse } from '../exchange/rest-response.ts';

/** Answers OPTIONS from the route table. Throws 404 for an unknown path, 405 for an unsupported method. */
export function respondUnmatched(exchange: Exchange): unknown {
  const allow = formatAllow(exchange.allow);
  if (allow === '') throw new NoRoute();
  if (exchange.method === 'OPTIONS') return new RestResponse(undefined, { headers: { allow } });
  throw new HttpError('method-not-allowed', {
    detail: `${exchange.method} is not one of ${allow}`,
    headers: { allow },
  });
}

/** Formats the Allow header. GET implies HEAD, and any method implies OPTIONS. */
function formatAllow(methods: ReadonlySet<string>): string {
  if (methods.size === 0) return '';
  const all = new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return [...all].toSorted().join(', ');
}
