import type { CacheOptions, CorsOptions, CsrfOptions, Filter, Limits, RateLimitOptions } from '@writ/http';

/** A policy for all handlers of a class, or a policy for each verb: `{ GET: … }`. */
export type PerVerb<T> = T | Readonly<Record<Uppercase<string>, T>>;

/**
 * Policies for handlers: static members of a class, which are inherited, or exports of a `_policies` module, which
 * apply to all classes at and below the path of its folder.
 */
export interface Policies {
  /** Authentication: `bearer(…)`, `basic(…)` or your own filter. */
  readonly auth?: PerVerb<Filter>;
  readonly cors?: PerVerb<CorsOptions>;
  /**
   * CSRF protection: state-changing requests from pages of other origins are rejected with status 403. Set it to true,
   * or to options with trusted origins.
   */
  readonly csrf?: PerVerb<true | CsrfOptions>;
  readonly limits?: PerVerb<Limits>;
  readonly rateLimit?: PerVerb<RateLimitOptions>;
  /** Cache-Control of responses; false forbids caching. */
  readonly cache?: PerVerb<CacheOptions | false>;
  readonly version?: PerVerb<readonly string[]>;
  readonly use?: PerVerb<Filter | readonly Filter[]>;
}

/** A finding about a policy that is invalid or has no effect. */
export interface PolicyProblem {
  readonly rule: 'policy' | 'policy-unused';
  readonly name: keyof Policies;
  readonly message: string;
}

export type ReportPolicy = (problem: PolicyProblem) => void;

/** The values of a policy by verb. */
export type ByVerb = Readonly<Record<string, unknown>>;

/** Whether the keys of a value are verbs, which are in upper case, unlike option names. */
export function isPerVerb(value: unknown): value is ByVerb {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[A-Z-]+$/.test(name));
}
