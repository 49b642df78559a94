import type { ErrorCode } from '../errors/table.ts';
import type { Filter } from '../contract/filter.ts';

/**
 * Metadata that a filter's function does not reveal: the errors with which it rejects requests, for OpenAPI, and the
 * transport that it requires.
 */
export interface FilterMetadata {
  /** The challenge that the filter sends in `WWW-Authenticate`; its scheme becomes part of the OpenAPI document. */
  readonly challenge?: string;
  /** Whether the filter accepts requests without credentials, although it rejects invalid ones (default: false). */
  readonly optional?: boolean;
  /**
   * Whether every route to whose requests the filter applies must have an access rule or an authorization provider; a
   * route without one is then an error at start-up (default: false).
   */
  readonly requiresAccessRule?: boolean;
  /** Errors with which the filter may respond instead of calling the handler. */
  readonly refuses?: readonly ErrorCode[];
  /** The methods of the requests that the filter may reject (default: all). */
  readonly methods?: ReadonlySet<string>;
  /** The transport without which the filter fails. */
  readonly transport?: 'node';
}

const metadata = new WeakMap<Filter, FilterMetadata>();

/** Attaches metadata to a filter and returns the filter. */
export function describeFilter<F extends Filter>(filter: F, description: FilterMetadata): F {
  metadata.set(filter, description);
  return filter;
}

/** Returns the metadata of a filter. It is empty if none has been attached. */
export function filterMetadata(filter: Filter): FilterMetadata {
  return metadata.get(filter) ?? NONE;
}

const NONE: FilterMetadata = {};

const filterFactories = new WeakSet<Function>();

/** Marks a function that returns a filter, so that a check can report that the function itself is used as a filter. */
export function markFilterFactory<F extends Function>(make: F): F {
  filterFactories.add(make);
  return make;
}

/** Returns the problem with a value that is used as a filter, or undefined if the value is valid. */
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
