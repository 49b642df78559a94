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
import { filterProblem } from '@writ/http/kernel';
import { isPerVerb, type Policies } from './policies.ts';

/** Policies in the order in which they run: those that reject requests early precede slow ones, such as `auth`. */
const POLICIES: { readonly [K in keyof Policies]-?: (value: never) => readonly Filter[] } = {
  cors: (value: CorsOptions) => [cors(value)],
  csrf: (value: true | CsrfOptions) => [csrf(value === true ? {} : value)],
  limits: (value: Limits) => [limits(value)],
  rateLimit: (value: RateLimitOptions) => [rateLimit(value)],
  version: (value: readonly string[]) => [version(value)],
  auth: (value: Filter) => [assertFilter(value)],
  cache: (value: CacheOptions | false) => [cache(value)],
  use: (value: Filter | readonly Filter[]) => [value].flat().map(assertFilter),
};

export const POLICY_NAMES = Object.keys(POLICIES) as readonly (keyof Policies)[];

/** Creates the filters of a policy. Throws if the value is invalid. */
export function createFilters(name: keyof Policies, value: unknown): readonly Filter[] {
  return POLICIES[name](value as never);
}

/** Whether the value is valid for the policy and results in a filter. */
export function isPolicy(name: string, value: unknown): boolean {
  if (!Object.hasOwn(POLICIES, name)) return false;
  const values = isPerVerb(value) ? Object.values(value) : [value];
  try {
    return values.every((each) => createFilters(name as keyof Policies, each).length > 0);
  } catch {
    return false;
  }
}

/** Whether the value is a filter (a function with two parameters), a list of filters, or an object of these by verb. */
export function isFilterValue(value: unknown): boolean {
  if (typeof value === 'function') return value.length === 2 && !isClass(value);
  const values = Array.isArray(value) ? value : isPerVerb(value) ? Object.values(value) : [];
  return values.length > 0 && values.every(isFilterValue);
}

function isClass(value: Function): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

function assertFilter(value: unknown): Filter {
  if (typeof value === 'function') {
    const wrong = filterProblem(value);
    if (wrong !== undefined) throw new TypeError(`${wrong.message}: ${wrong.hint}`);
    return value as Filter;
  }
  const hint =
    typeof value === 'object' && value !== null ? '; for one filter per verb, write { GET: … }' : '';
  throw new TypeError(`a filter must be a function, not ${value === null ? 'null' : typeof value}${hint}`);
}
