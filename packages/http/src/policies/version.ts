import { HttpError } from '../errors/http-error.ts';
import type { RoutingContext } from '../contract/context.ts';
import { MAX_ACCEPT } from '../protocol/negotiate.ts';
import { readMedia, splitOutsideQuotes } from '../protocol/syntax.ts';
import { describeFilter, markFilterFactory } from './filter-metadata.ts';
import { assertType } from '../internal/option-types.ts';
import type { Filter } from '../contract/filter.ts';

/**
 * Creates a filter that admits requests for the given versions. Clients request a version in the Accept header, such as
 * `*\/*;version=v2`. The version `''` matches requests without a version. Requests for other versions are passed to the
 * next route that matches the method and the path. If there is none, the response is 404. Throws `RangeError` if the
 * list is empty, and `TypeError` if it is not a list of strings.
 */
export function version(versions: readonly string[]): Filter {
  assertType('version', versions, 'a list of strings');
  if (versions.length === 0)
    throw new RangeError('version: list at least one version; "" matches requests without one');
  const served = new Set(versions);
  const filter: Filter = function versioned(context, next) {
    return requestedVersions(context).some((wanted) => served.has(wanted)) ? next() : context.next();
  };
  return describeFilter(filter, { refuses: ['not-found'] });
}

markFilterFactory(version);

/**
 * Returns the versions that a request accepts, or `['']` if it names none. Throws an error with status 400 if the
 * header is too long.
 */
function requestedVersions(context: RoutingContext): readonly string[] {
  const accept = context.request.headers.get('accept');
  if (accept === undefined || !/version/i.test(accept)) return NONE;
  if (accept.length > MAX_ACCEPT.length) throw new HttpError('bad-request', 'the Accept header is too long');
  const named = splitOutsideQuotes(accept, ',')
    .slice(0, MAX_ACCEPT.ranges)
    .flatMap((range) => readMedia(range)?.parameters.get('version') ?? []);
  return named.length === 0 ? NONE : named;
}

const NONE: readonly string[] = [''];
