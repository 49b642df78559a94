import { flatValue } from '../../protocol/flat-headers.ts';
import { splitOutsideQuotes } from '../../protocol/syntax.ts';

/** The number of seconds for which a response is fresh, and for which it may then be sent stale. */
export interface Freshness {
  readonly fresh: number;
  readonly stale: number;
}

/**
 * Statuses with which responses may be stored: `stated` only if they state their freshness, `any` also with `maxAge`.
 */
const STATUSES: ReadonlyMap<number, 'stated' | 'any'> = new Map([
  [200, 'any'],
  [203, 'any'],
  [204, 'any'],
  [301, 'any'],
  [308, 'any'],
  [404, 'stated'],
  [410, 'stated'],
]);

/**
 * Cache-Control directives that forbid a shared cache from storing a response, or from sending it without revalidation.
 */
const FORBIDDING = ['no-store', 'no-cache', 'private'];

/** Response headers that forbid storing. */
const FORBIDDEN_HEADERS = ['set-cookie', 'content-range'];

/** Returns how long a response may be sent, or undefined if it must not be stored (RFC 9111, section 3). */
export function freshnessOf(
  status: number,
  headers: readonly string[],
  { fresh, stale }: { readonly fresh: number | undefined; readonly stale: number },
): Freshness | undefined {
  const allowed = STATUSES.get(status);
  if (allowed === undefined || FORBIDDEN_HEADERS.some((name) => flatValue(headers, name) !== undefined))
    return undefined;
  if (varyOf(headers).includes('*')) return undefined;
  const control = flatValue(headers, 'cache-control');
  const directives = readDirectives(control ?? '');
  if (FORBIDDING.some((name) => directives.has(name))) return undefined;
  const stated =
    readSeconds(directives.get('s-maxage')) ??
    readSeconds(directives.get('max-age')) ??
    readExpires(flatValue(headers, 'expires'));
  const lifetime = stated ?? (allowed === 'any' ? fresh : undefined);
  if (lifetime === undefined || lifetime <= 0) return undefined;
  const mustRevalidate = ['must-revalidate', 'proxy-revalidate', 's-maxage'].some((name) =>
    directives.has(name),
  );
  const whileStale = readSeconds(directives.get('stale-while-revalidate')) ?? (mustRevalidate ? 0 : stale);
  return { fresh: lifetime, stale: whileStale };
}

/** Whether a Cache-Control header contains a directive. */
export function hasDirective(control: string | undefined, name: string): boolean {
  return control !== undefined && readDirectives(control).has(name);
}

/** Returns the names in Vary, in lower case and in alphabetical order. */
export function varyOf(headers: readonly string[]): readonly string[] {
  const names = (flatValue(headers, 'vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter((name) => name !== ''))].toSorted();
}

function readDirectives(control: string): ReadonlyMap<string, string> {
  return new Map(
    splitOutsideQuotes(control, ',').map((directive) => {
      const [name = '', value = ''] = directive.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')];
    }),
  );
}

/** Treats invalid values as 0, so that the response is stale (RFC 9111, section 4.2.1). */
function readSeconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  return /^\d{1,10}$/.test(value) ? Number(value) : 0;
}

function readExpires(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : (date - Date.now()) / 1000;
}
