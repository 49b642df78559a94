import type { Filter } from '@writ/http';
import { createFilters } from './policy-filters.ts';
import { isPerVerb, type Policies, type ReportPolicy } from './policies.ts';
import type { PolicyFolder } from './policy-folder.ts';

/** The value of a policy in the static members of a class, or in a folder. */
export interface PolicyLevel {
  readonly value: unknown;
  /** Undefined for static members. */
  readonly folder?: PolicyFolder;
  /** The filters of a verb; undefined if the level sets none for it. */
  readonly filtersOf: (verb: string) => readonly Filter[] | undefined;
}

/**
 * Creates a level. The filters of a value for all verbs are created once, so a rate limit, for example, counts the
 * requests of all verbs together.
 */
export function createLevel(
  name: keyof Policies,
  value: unknown,
  report: ReportPolicy,
  folder?: PolicyFolder,
): PolicyLevel {
  const created = new Map<unknown, readonly Filter[]>();
  return {
    value,
    ...(folder && { folder }),
    filtersOf(verb) {
      const verbValue = isPerVerb(value) ? value[verb] : value;
      if (verbValue === undefined) return undefined;
      const known = created.get(verbValue);
      if (known !== undefined) return known;
      const filters = attempt(name, report, () => createFilters(name, verbValue), []);
      created.set(verbValue, filters);
      return filters;
    },
  };
}

/** Returns the result of `make`, or, if it throws an error, reports the error and returns `otherwise`. */
export function attempt<T>(name: keyof Policies, report: ReportPolicy, make: () => T, otherwise: T): T {
  try {
    return make();
  } catch (error) {
    report({ rule: 'policy', name, message: error instanceof Error ? error.message : String(error) });
    return otherwise;
  }
}
