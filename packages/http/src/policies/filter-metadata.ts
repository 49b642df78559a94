import type { ErrorCode } from '../errors/table.ts';
import type { Filter } from '../contract/filter.ts';

/** What a filter tells documents of itself: a function does not show what it refuses. */
export interface FilterMetadata {
  /** What it asks for by `WWW-Authenticate`. */
  readonly challenge?: string;
  /** What it may answer instead of the route. */
  readonly refuses?: readonly ErrorCode[];
}

const metadata = new WeakMap<Filter, FilterMetadata>();

/** The same filter, known for what it does. */
export function describeFilter<F extends Filter>(filter: F, announcement: FilterMetadata): F {
  metadata.set(filter, announcement);
  return filter;
}

/** Empty for a filter that nobody announced. */
export function filterMetadata(filter: Filter): FilterMetadata {
  return metadata.get(filter) ?? NONE;
}

const NONE: FilterMetadata = {};

const filterFactories = new WeakSet<Function>();

/** The same function, known as one that makes a filter: where it is a filter itself, its call is missing. */
export function markFilterFactory<F extends Function>(make: F): F {
  filterFactories.add(make);
  return make;
}

/** What is wrong with a value that is named as a filter; undefined for one that may be. */
export function filterProblem(
  given: unknown,
): { readonly message: string; readonly hint: string } | undefined {
  if (typeof given !== 'function') {
    const found = given === null ? 'null' : typeof given;
    return {
      message: `a filter is ${found}, not a function`,
      hint: 'write (context, next) => …; when it is undefined here, look for modules that import each other',
    };
  }
  if (!filterFactories.has(given)) return undefined;
  return { message: `${given.name} makes a filter and is none itself`, hint: `call it: ${given.name}(…)` };
}
