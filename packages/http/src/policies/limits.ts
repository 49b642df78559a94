import { markFilterFactory } from './filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import type { Limits } from '../contract/limits.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';

/** A filter that carries limits. They apply from the start of a request, before any filter runs. */
export interface LimitsFilter extends Filter {
  readonly limits: Limits;
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

/** Creates a filter that sets limits for its scope. Throws `RangeError` if a limit is negative or infinite. */
export function limits(given: Limits): LimitsFilter {
  assertOptions('limits', given, OPTIONS);
  for (const [name, value] of Object.entries(given) as [string, number | undefined][]) {
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
      throw new RangeError(`the limit ${name} must be a number of 0 or more, not ${value}`);
    }
  }
  const filter: Filter = function limited(_context, next) {
    return next();
  };
  return Object.assign(filter, { limits: given });
}

markFilterFactory(limits);

/** Returns the limits that a list of filters carries. */
export function limitsIn(filters: readonly Filter[]): readonly Limits[] {
  return filters.flatMap((filter) =>
    typeof filter === 'function' && 'limits' in filter ? [(filter as LimitsFilter).limits] : [],
  );
}
