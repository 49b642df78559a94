import {
  cache,
  cors,
  limits,
  rateLimit,
  version,
  type CacheOptions,
  type CorsOptions,
  type Filter,
  type Limits,
  type RateLimitOptions,
} from '@writ/http';
import { isVerb } from '../classes/verbs.ts';
import type { ControllerClass } from '../controller.ts';

/** A policy for all handlers of a class, or for each verb by itself: `{ GET: … }`. */
export type PerVerb<T> = T | Readonly<Record<Uppercase<string>, T>>;

/** What a class says of its handlers by statics; inherited like any static. */
export interface Policies {
  /** Who may call: what `bearer(…)` or `basic(…)` gives, or a filter of one's own. */
  readonly auth?: PerVerb<Filter>;
  readonly cors?: PerVerb<CorsOptions>;
  readonly limits?: PerVerb<Limits>;
  readonly rateLimit?: PerVerb<RateLimitOptions>;
  /** False forbids to keep answers. */
  readonly cache?: PerVerb<CacheOptions | false>;
  readonly version?: PerVerb<readonly string[]>;
  readonly use?: PerVerb<Filter | readonly Filter[]>;
}

/** A static whose value is none that the policy takes. */
export interface PolicyProblem {
  /** Of the static member. */
  readonly name: keyof Policies;
  readonly message: string;
}

/** In the order in which they run: who counts requests stands before who spends time on them. */
const POLICIES: { readonly [K in keyof Policies]-?: (value: never) => readonly Filter[] } = {
  cors: (value: CorsOptions) => [cors(value)],
  limits: (value: Limits) => [limits(value)],
  rateLimit: (value: RateLimitOptions) => [rateLimit(value)],
  version: (value: readonly string[]) => [version(value)],
  auth: (value: Filter) => [filter(value)],
  cache: (value: CacheOptions | false) => [cache(value)],
  use: (value: Filter | readonly Filter[]) => [value].flat().map(filter),
};

/** Makes the filters of a class's verbs. A policy for all verbs is one filter, which counts for all of them together. */
export function createPolicies(
  type: ControllerClass,
  report: (problem: PolicyProblem) => void,
): (verb: string) => readonly Filter[] {
  const made = new Map<unknown, readonly Filter[]>();
  const make = (name: keyof Policies, value: unknown): readonly Filter[] => {
    const known = made.get(value);
    if (known !== undefined && typeof value === 'object') return known;
    let filters: readonly Filter[] = [];
    try {
      filters = (POLICIES[name] as (value: unknown) => readonly Filter[])(value);
    } catch (error) {
      report({ name, message: error instanceof Error ? error.message : String(error) });
    }
    made.set(value, filters);
    return filters;
  };
  for (const name of Object.keys(POLICIES) as (keyof Policies)[]) {
    const value: unknown = Reflect.get(type, name);
    const unknown = isPerVerb(value) ? Object.keys(value).find((verb) => !isVerb(verb)) : undefined;
    if (unknown !== undefined) report({ name, message: `${unknown} is no HTTP method` });
  }
  return (verb) =>
    (Object.keys(POLICIES) as (keyof Policies)[]).flatMap((name) => {
      const value: unknown = Reflect.get(type, name);
      const own = isPerVerb(value) ? value[verb] : value;
      return own === undefined ? [] : make(name, own);
    });
}

/** Options have names in small letters. */
function isPerVerb(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[A-Z-]+$/.test(name));
}

function filter(value: unknown): Filter {
  if (typeof value === 'function') return value as Filter;
  throw new TypeError(`a filter is a function, not ${value === null ? 'null' : typeof value}`);
}
