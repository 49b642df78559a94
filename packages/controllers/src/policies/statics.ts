import {
  cache,
  cors,
  csrf,
  limits,
  rateLimit,
  version,
  type CacheOptions,
  type CorsOptions,
  type CsrfOptions,
  type Filter,
  type Limits,
  type RateLimitOptions,
} from '@writ/http';
import { ANY, isVerb } from '../classes/verbs.ts';
import type { ControllerClass } from '../controller.ts';

/** A policy for all handlers of a class, or for each verb by itself: `{ GET: … }`. */
export type PerVerb<T> = T | Readonly<Record<Uppercase<string>, T>>;

/** What a class says of its handlers by statics; inherited like any static. */
export interface Policies {
  /** Who may call: what `bearer(…)` or `basic(…)` gives, or a filter of one's own. */
  readonly auth?: PerVerb<Filter>;
  readonly cors?: PerVerb<CorsOptions>;
  /** True, or the origins besides its own whose pages may write: 403 for what pages of other sites send. */
  readonly csrf?: PerVerb<true | CsrfOptions>;
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
  csrf: (value: true | CsrfOptions) => [csrf(value === true ? {} : value)],
  limits: (value: Limits) => [limits(value)],
  rateLimit: (value: RateLimitOptions) => [rateLimit(value)],
  version: (value: readonly string[]) => [version(value)],
  auth: (value: Filter) => [filter(value)],
  cache: (value: CacheOptions | false) => [cache(value)],
  use: (value: Filter | readonly Filter[]) => [value].flat().map(filter),
};

/**
 * Makes the filters of a class's verbs, of which `verbs` are those that it answers. A policy for all verbs is one filter,
 * which counts for all of them together.
 */
export function createPolicies(
  type: ControllerClass,
  verbs: readonly string[],
  report: (problem: PolicyProblem) => void,
): (verb: string) => readonly Filter[] {
  const attempt = <T>(name: keyof Policies, make: () => T, otherwise: T): T => {
    try {
      return make();
    } catch (error) {
      report({ name, message: error instanceof Error ? error.message : String(error) });
      return otherwise;
    }
  };
  // Of a getter what it throws.
  const policies = NAMES.map((name) => ({
    name,
    value: attempt<unknown>(name, () => Reflect.get(type, name), undefined),
    made: new Map<unknown, readonly Filter[]>(),
  }));
  for (const { name, value } of policies) {
    const message = isPerVerb(value) ? verbProblem(Object.keys(value), verbs) : undefined;
    if (message !== undefined) report({ name, message });
  }
  return (verb) =>
    policies.flatMap(({ name, value, made }) => {
      const own = isPerVerb(value) ? value[verb] : value;
      if (own === undefined) return [];
      const known = typeof own === 'object' ? made.get(own) : undefined;
      if (known !== undefined) return known;
      const make = POLICIES[name] as (value: unknown) => readonly Filter[];
      const filters = attempt(name, () => make(own), []);
      made.set(own, filters);
      return filters;
    });
}

const NAMES = Object.keys(POLICIES) as (keyof Policies)[];

/** What is wrong with the verbs for which a policy is given, in a class that answers `verbs`. */
function verbProblem(given: readonly string[], verbs: readonly string[]): string | undefined {
  const unknown = given.find((verb) => !isVerb(verb));
  if (unknown !== undefined) return `${unknown} is no HTTP method`;
  if (!verbs.includes(ANY)) return undefined;
  // Who guards POST does not expect that ANY answers it unguarded.
  const passed = given.find((verb) => !answers(verbs, verb));
  if (passed === undefined) return undefined;
  return `what it says of ${passed} does not hold, since ANY answers that: say it of ANY, or declare ${passed}`;
}

/** Whether a request of that method is answered by another handler than `ANY`. */
function answers(verbs: readonly string[], verb: string): boolean {
  return verbs.includes(verb) || (verb === 'HEAD' && verbs.includes('GET')) || verb === 'OPTIONS';
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
