import type { HttpResponse } from '../contract/http-response.ts';
import { flatValue, replaceFlat } from '../protocol/flat-headers.ts';

/** Headers that are not stored, because they belong to one connection or one response. */
const UNSTORED_HEADERS: ReadonlySet<string> = new Set([
  'age',
  'cache-status',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Removes headers that are not stored, and headers other than Vary that had the same value before the request was
 * passed on.
 */
export function withoutOuter(headers: readonly string[], before: readonly string[]): readonly string[] {
  const names = [...new Set(headers.filter((_, index) => index % 2 === 0))];
  const omitted = names.filter(
    (name) =>
      UNSTORED_HEADERS.has(name) || (name !== 'vary' && flatValue(before, name) === flatValue(headers, name)),
  );
  return replaceFlat(headers, omitted);
}

/** Sets stored headers on a response. Adds to Vary instead of replacing it. */
export function setStoredHeaders(response: HttpResponse, headers: readonly string[]): void {
  const set = new Set<string>();
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    if (name === 'vary') for (const each of value.split(',')) response.headers.vary(each.trim());
    else if (set.has(name)) response.headers.append(name, value);
    else response.headers.set(name, value);
    set.add(name);
  }
}
