import type { ErrorCode } from '../errors/table.ts';
import type { Filter } from '../contract/filter.ts';

/** Declarations of a filter for OpenAPI: its function does not show which requests it rejects. */
export interface FilterMetadata {
  /** The challenge that it sends in `WWW-Authenticate`. */
  readonly challenge?: string;
  /** Errors with which it may respond instead of the route. */
  readonly refuses?: readonly ErrorCode[];
}

const metadata = new WeakMap<Filter, FilterMetadata>();

/** Attaches metadata to a filter and returns the filter. */
export function describeFilter<F extends Filter>(filter: F, description: FilterMetadata): F {
  metadata.set(filter, description);
  return filter;
}

/** The metadata of a filter; empty if none is attached. */
export function filterMetadata(filter: Filter): FilterMetadata {
  return metadata.get(filter) ?? NONE;
}

const NONE: FilterMetadata = {};

const filterFactories = new WeakSet<Function>();

/** Marks a function that returns a filter, to report it when it is used as a filter without being called. */
export function markFilterFactory<F extends Function>(make: F): F {
  filterFactories.add(make);
  return make;
}

/** Checks a value that is used as a filter; undefined if it is valid. */
export function filterProblem(
  given: unknown,
): { readonly message: string; readonly hint: string } | undefined {
  if (typeof given !== 'function') {
    const found = given === null ? 'null' : typeof given;
    return {
      message: `a filter must be a function, not ${found}`,
      hint: 'write (context, next) => …; if it is undefined here, check for modules that import each other',
    };
  }
  if (!filterFactories.has(given)) return undefined;
  return {
    message: `${given.name} returns a filter but is not one itself`,
    hint: `call it: ${given.name}(…)`,
  };
}
