import type { ResolvedAccess } from '../policies/access.ts';
import type { ErrorCode } from '../errors/table.ts';
import { filterMetadata } from '../policies/filter-metadata.ts';
import type { Filter } from '../contract/filter.ts';
import { isCsrfFilter, isSafeMethod } from '../policies/csrf.ts';
import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import type { RestAuthenticationProvider } from '../contract/roles.ts';
import type { SecurityRequirement, SecurityScheme } from './document/document.ts';

/** Collects `components/securitySchemes`, which contains each scheme once, under a unique name. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, SecurityScheme>();

  nameOf(scheme: SecurityScheme): string {
    const base = scheme.type === 'http' ? scheme.scheme : 'session';
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? base : `${base}_${count}`;
      const known = this.#schemes.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme)) continue;
      this.#schemes.set(name, scheme);
      return name;
    }
  }

  all(): Readonly<Record<string, SecurityScheme>> {
    return Object.fromEntries(this.#schemes);
  }
}

/** The security requirements of an operation. */
export interface Security {
  /** Whether all requests are denied. */
  readonly isDenied: boolean;
  /** Alternative requirements; empty if none are known. */
  readonly requirements: readonly SecurityRequirement[];
  /** Errors with which filters and access rules may respond. */
  readonly refuses: readonly ErrorCode[];
}

/**
 * Resolves the requirements of a route's filters and providers. All of their schemes and one of the roles are required.
 */
export function securityOf(
  { route, access }: RoutePlan,
  filters: readonly Filter[],
  schemes: SecuritySchemes,
): Security {
  const described = filters.map(filterMetadata);
  const namesOf = (optional: boolean): readonly string[] =>
    described
      .filter((each) => (each.optional ?? false) === optional)
      .flatMap(({ challenge }) => schemeOf(challenge) ?? [])
      .map((scheme) => schemes.nameOf(scheme));
  const provided = access.authenticate && schemeOfProvider(access.authenticate.value);
  const names = [...new Set([...namesOf(false), ...(provided ? [schemes.nameOf(provided)] : [])])];
  const optionalNames = [...new Set(namesOf(true))].filter((name) => !names.includes(name));
  const roleOf = provided ? schemes.nameOf(provided) : names.at(-1);
  const roles = access.roles === undefined || roleOf === undefined ? [undefined] : access.roles.value;
  const requirements = roles.map((role) =>
    Object.fromEntries(names.map((name) => [name, role !== undefined && name === roleOf ? [role] : []])),
  );
  return {
    isDenied: access.rule?.value === 'deny',
    requirements: withOptional(names.length === 0 ? [] : requirements, optionalNames),
    refuses: [
      ...filters.flatMap((filter) =>
        alwaysPasses(filter, route) ? [] : (filterMetadata(filter).refuses ?? []),
      ),
      ...accessProblemCodes(access, route),
    ],
  };
}

/** Adds alternatives with the credentials that are accepted but not required. */
function withOptional(
  requirements: readonly SecurityRequirement[],
  names: readonly string[],
): readonly SecurityRequirement[] {
  if (names.length === 0) return requirements;
  const required = requirements.length === 0 ? [{}] : requirements;
  const credentials = Object.fromEntries(names.map((name) => [name, []]));
  return [...required, ...required.map((each) => ({ ...each, ...credentials }))];
}

/** Whether the filter admits all requests of the route except upgrades. */
function alwaysPasses(filter: Filter, { method }: Route): boolean {
  const { methods } = filterMetadata(filter);
  if (methods !== undefined && method !== 'ANY' && !methods.has(method)) return true;
  return isCsrfFilter(filter) && isSafeMethod(method);
}

function accessProblemCodes(
  { authenticate, authorize, roles }: ResolvedAccess,
  { method }: Route,
): readonly ErrorCode[] {
  const refusesSites = authenticate?.value.instance?.refusesCrossSite === true && !isSafeMethod(method);
  const asksRights = authorize !== undefined || roles !== undefined || refusesSites;
  return [
    ...(authenticate === undefined ? [] : (['unauthorized'] as const)),
    ...(asksRights ? (['forbidden'] as const) : []),
    // A provider that exceeds its time limit causes this error.
    ...(authenticate === undefined && authorize === undefined ? [] : (['unavailable'] as const)),
  ];
}

/** Returns the scheme of a provider; undefined if the provider does not declare it, or is created for each request. */
function schemeOfProvider({ instance }: Component<RestAuthenticationProvider>): SecurityScheme | undefined {
  if (instance?.cookie !== undefined) return { type: 'apiKey', in: 'cookie', name: instance.cookie };
  try {
    return schemeOf(instance?.challenge?.());
  } catch {
    // The challenge depends on a request, so its scheme is unknown.
    return undefined;
  }
}

function schemeOf(challenge: string | undefined): SecurityScheme | undefined {
  const scheme = /^[\w!#$%&'*+.^`|~-]+/.exec(challenge ?? '')?.[0].toLowerCase();
  return scheme === undefined ? undefined : { type: 'http', scheme };
}
