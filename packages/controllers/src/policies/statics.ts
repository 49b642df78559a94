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
import { nearest } from '@writ/diagnostics';
import { ANY, isVerb } from '../naming/verbs.ts';
import type { ControllerClass } from '../controller.ts';

/** A policy for all handlers of a class, or a policy for each verb: `{ GET: … }`. */
export type PerVerb<T> = T | Readonly<Record<Uppercase<string>, T>>;

/** Policies of a class's handlers, declared as static members, which are inherited. */
export interface Policies {
  /** Authentication: `bearer(…)`, `basic(…)` or your own filter. */
  readonly auth?: PerVerb<Filter>;
  readonly cors?: PerVerb<CorsOptions>;
  /**
   * CSRF protection: requests from pages of other sites result in 403. Set to true, or to options with trusted origins.
   */
  readonly csrf?: PerVerb<true | CsrfOptions>;
  readonly limits?: PerVerb<Limits>;
  readonly rateLimit?: PerVerb<RateLimitOptions>;
  /** Cache-Control of responses; false forbids caching. */
  readonly cache?: PerVerb<CacheOptions | false>;
  readonly version?: PerVerb<readonly string[]>;
  readonly use?: PerVerb<Filter | readonly Filter[]>;
}

/** A finding about a static member that is invalid or has no effect. */
export interface PolicyProblem {
  readonly rule: 'policy' | 'policy-unused';
  /** Name of the static member. */
  readonly name: keyof Policies;
  readonly message: string;
}

/** Policies in the order in which they run: limits precede slow policies. */
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

/** A class with its enclosing classes. */
export interface PolicyScope {
  readonly type: ControllerClass;
  /** Enclosing classes, innermost first. Their policies apply to the class too. */
  readonly enclosing?: readonly ControllerClass[];
}

/**
 * Returns a function that creates the filters of a verb; `verbs` are the verbs that the class handles. A policy for all
 * verbs is a single filter: a rate limit, for example, counts the requests of all verbs together.
 */
export function createPolicies(
  { type, enclosing: around = [] }: PolicyScope,
  verbs: readonly string[],
  report: (problem: PolicyProblem) => void,
): (verb: string) => readonly Filter[] {
  const scopes = [type, ...around];
  const attempt = <T>(name: keyof Policies, make: () => T, otherwise: T): T => {
    try {
      return make();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      report({ rule: 'policy', name, message });
      return otherwise;
    }
  };
  // A getter may throw.
  const policies = ORDERED_NAMES.map((name) => {
    const scope = scopes.find((each) => name in each);
    const value = scope && attempt<unknown>(name, () => Reflect.get(scope, name), undefined);
    return { name, scope, value, created: new Map<unknown, readonly Filter[]>() };
  });
  for (const { name, scope, value } of policies) {
    if (!isPerVerb(value)) continue;
    const message = describeVerbProblem(value, verbs);
    if (message !== undefined) report({ rule: 'policy', name, message });
    else if (scope !== type) reportUnguardedByEnclosing(name, value, verbs, report);
    else if (Object.hasOwn(type, name)) {
      reportUnused(name, value, verbs, report);
      reportUnguarded(name, value, verbs, report);
    }
  }
  return (verb) =>
    policies.flatMap(({ name, value, created }) => {
      const verbValue = isPerVerb(value) ? value[verb] : value;
      if (verbValue === undefined) return [];
      const cached = typeof verbValue === 'object' ? created.get(verbValue) : undefined;
      if (cached !== undefined) return cached;
      const make = POLICIES[name] as (value: unknown) => readonly Filter[];
      const filters = attempt(name, () => make(verbValue), []);
      created.set(verbValue, filters);
      return filters;
    });
}

const ORDERED_NAMES = Object.keys(POLICIES) as (keyof Policies)[];

export const POLICY_NAMES: readonly string[] = ORDERED_NAMES;

/** Whether the value is valid for the policy and results in a filter. */
export function isPolicy(name: string, value: unknown): boolean {
  const make = (POLICIES as Readonly<Record<string, (value: never) => readonly Filter[]>>)[name];
  if (make === undefined) return false;
  const values = isPerVerb(value) ? Object.values(value) : [value];
  try {
    return values.every((each) => make(each as never).length > 0);
  } catch {
    return false;
  }
}

/** Whether the value is a filter or a list of filters: functions with the parameters context and next. */
export function isFilterValue(value: unknown): boolean {
  if (typeof value === 'function') return value.length === 2 && !isClass(value);
  const values = Array.isArray(value) ? value : isPerVerb(value) ? Object.values(value) : [];
  return values.length > 0 && values.every(isFilterValue);
}

function isClass(value: Function): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

type ByVerb = Readonly<Record<string, unknown>>;
type Report = (problem: PolicyProblem) => void;

/** Reports verbs of a nested class that the guard of its enclosing class does not cover. */
function reportUnguardedByEnclosing(
  name: keyof Policies,
  value: ByVerb,
  verbs: readonly string[],
  report: Report,
): void {
  if (name !== 'auth') return;
  const open = verbs.filter((verb) => value[verb] === undefined);
  if (open.length === 0) return;
  const message = `the enclosing class guards only ${Object.keys(value).join(', ')}, so ${open.join(', ')} is public`;
  report({ rule: 'policy-unused', name, message });
}

/** Reports unguarded verbs: a guard for `ANY` seems to cover all verbs, and a guard for GET seems to cover HEAD. */
function reportUnguarded(
  name: keyof Policies,
  value: ByVerb,
  verbs: readonly string[],
  report: Report,
): void {
  if (name !== 'auth') return;
  const open = verbs.filter(
    (verb) =>
      value[verb] === undefined &&
      (value[ANY] !== undefined || (verb === 'HEAD' && value['GET'] !== undefined)),
  );
  if (open.length === 0) return;
  const message = `it guards only ${Object.keys(value).join(', ')}, so ${open.join(', ')} is public`;
  report({ rule: 'policy-unused', name, message });
}

function reportUnused(name: keyof Policies, value: ByVerb, verbs: readonly string[], report: Report): void {
  for (const verb of Object.keys(value)) {
    if (isAnswered(verbs, verb)) continue;
    report({
      rule: 'policy-unused',
      name,
      message: `it has a value for ${verb}, which the class does not handle`,
    });
  }
}

/** Describes the problems with the keys of a per-verb policy in a class that handles `verbs`. */
function describeVerbProblem(value: ByVerb, verbs: readonly string[]): string | undefined {
  const given = Object.keys(value);
  const unknown = given.find((verb) => !isVerb(verb));
  if (unknown !== undefined) {
    const suggestion = nearest(unknown, verbs);
    return `${unknown} is not an HTTP method${suggestion === undefined ? '' : `: did you mean ${suggestion}?`}`;
  }
  const empty = given.find((verb) => value[verb] === undefined);
  if (empty !== undefined) return `the value of ${empty} is undefined`;
  if (!verbs.includes(ANY)) return undefined;
  // If ANY handles POST, a guard for POST alone never runs.
  const ignored = given.find((verb) => !isAnswered(verbs, verb));
  if (ignored === undefined) return undefined;
  return `the value of ${ignored} has no effect because ANY handles ${ignored}: set it for ANY, or declare ${ignored}`;
}

/** Whether a handler other than `ANY` answers the method. */
function isAnswered(verbs: readonly string[], verb: string): boolean {
  return verbs.includes(verb) || (verb === 'HEAD' && verbs.includes('GET')) || verb === 'OPTIONS';
}

/** Whether the keys of a value are verbs, which are in upper case, unlike option names. */
function isPerVerb(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[A-Z-]+$/.test(name));
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
