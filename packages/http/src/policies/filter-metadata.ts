import type { ErrorCode } from '../errors/table.ts';
import type { Filter } from '../contract/filter.ts';

/** Metadata about the requests that a filter rejects, for OpenAPI, because its function does not reveal them. */
export interface FilterMetadata {
  /** The challenge that the filter sends in `WWW-Authenticate`. */
  readonly challenge?: string;
  /** Errors with which the filter may respond instead of the route. */
  readonly refuses?: readonly ErrorCode[];
}

const metadata = new WeakMap<Filter, FilterMetadata>();

/** Attaches metadata to a filter and returns the filter. */
export function describeFilter<F extends Filter>(filter: F, description: FilterMetadata): F {
  metadata.set(filter, description);
  return filter;
}

/** Returns the metadata of a filter, which is empty if none was attached. */
export function filterMetadata(filter: Filter): FilterMetadata {
  return metadata.get(filter) ?? NONE;
}

const NONE: FilterMetadata = {};

const filterFactories = new WeakSet<Function>();

/** Marks a function that returns a filter, so that its use as a filter can be reported. */
export function markFilterFactory<F extends Function>(make: F): F {
  filterFactories.add(make);
  return make;
}

/** Checks a value that is used as a filter. Returns undefined if it is valid. */
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
