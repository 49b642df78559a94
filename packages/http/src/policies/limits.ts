import { markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import type { Limits, LimitValues } from '../contract/limits.ts';
import { parseByteSize, type ByteSize } from '../protocol/byte-size.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** A filter that declares limits. They apply from the start of a request, before any filter runs. */
export interface LimitsFilter extends Filter {
  readonly limits: LimitValues;
}

const OPTIONS: OptionNames<Limits> = {
  body: true,
  form: true,
  names: true,
  value: true,
  bodyTime: true,
  provider: true,
  time: true,
};

/** The limits that may be strings such as `10MB`. */
const SIZES: ReadonlySet<string> = new Set<keyof Limits>(['body', 'form', 'value']);

/**
 * Converts sizes to bytes. Throws `RangeError` if a limit is negative or not a finite number, and `TypeError` if a size
 * is invalid or the name of a limit is unknown.
 */
export function parseLimits(given: Limits): LimitValues {
  assertOptions('limits', given, OPTIONS);
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, limit]) => {
      if (limit === undefined) return [];
      const isText = typeof limit === 'string' && SIZES.has(name);
      const value = isText ? parseByteSize(limit as ByteSize, `the limit ${name}`) : limit;
      if (Number.isFinite(value) && value >= 0) return [[name, value]];
      throw new RangeError(`the limit ${name} must be a number, 0 or more, not ${JSON.stringify(limit)}`);
    }),
  );
}

/**
 * Creates a filter that sets limits for its scope. Throws `RangeError` if a limit is negative or not a finite number,
 * and `TypeError` if a size is invalid or the name of a limit is unknown.
 */
export function limits(given: Limits): LimitsFilter {
  const values = parseLimits(given);
  const filter: Filter = function limited(_context, next) {
    return next();
  };
  return Object.assign(filter, { limits: values });
}

markFilterFactory(limits);

/** Returns the limits that the filters in a list declare. */
export function limitsIn(filters: readonly Filter[]): readonly LimitValues[] {
  return filters.flatMap((filter) =>
    typeof filter === 'function' && 'limits' in filter ? [(filter as LimitsFilter).limits] : [],
  );
}
