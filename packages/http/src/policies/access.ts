import type { AccessRules, Scope } from '../contract/scope.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import { ROUTE, type Scoped } from '../contract/scoped.ts';
import type { AuthorizationProvider, RestAuthenticationProvider } from '../contract/roles.ts';
import { routeName, type Finding } from '../report/findings.ts';
import { mapMaybe } from '../internal/thenable.ts';
import { authenticate } from './authenticate.ts';
import { authorize, requireRole, throwForbidden } from './authorize.ts';

/** A route's access rules, resolved from all of its scopes. */
export interface ResolvedAccess {
  /** A rule that permits or denies access regardless of the user. */
  readonly rule: Scoped<'permit' | 'deny'> | undefined;
  readonly authenticate: Scoped<Component<RestAuthenticationProvider>> | undefined;
  readonly authorize: Scoped<Component<AuthorizationProvider>> | undefined;
  /** Roles, at least one of which the user needs; undefined if no role is required. */
  readonly roles: Scoped<readonly string[]> | undefined;
}

/**
 * Reports a route that requires authorization although neither an authentication provider nor a filter identifies the
 * user, and access rules with an empty role list.
 *
 * @param isGuarded returns whether a filter with a challenge applies to the route
 */
export function checkAccess(
  route: Route,
  global: AccessRules,
  { rule, authenticate: provider, authorize: authority, roles }: ResolvedAccess,
  isGuarded: () => boolean,
  report: (finding: Finding) => void,
): void {
  if (hasEmptyRoles(global.rule)) report(emptyRolesFinding(route, ALL_ROUTES));
  route.scopes?.forEach(({ name = 'route', access }) => {
    if (hasEmptyRoles(access?.rule)) report(emptyRolesFinding(route, name));
  });
  if (rule?.value === 'deny' || (authority === undefined && roles === undefined)) return;
  if (provider === undefined && !isGuarded()) {
    report({
      rule: 'no-authentication',
      message: `${routeName(route)} requires authorization but has no authentication provider`,
      hint: 'add an authentication provider; unless a filter sets the user, every request results in 403',
      origin: route.origin,
    });
  }
}

const AUTHENTICATION = ['provideCredentials', 'authenticate'] as const;
const AUTHORIZATION = ['getId', 'getAuthorizations'] as const;

/** Reports each provider that lacks a method of its interface. Each provider is reported only once. */
export function reportProviders(all: Iterable<ResolvedAccess>, report: (finding: Finding) => void): void {
  const providers = new Map<Component<object>, readonly string[]>();
  for (const { authenticate: provider, authorize: authority } of all) {
    if (provider !== undefined) providers.set(provider.value, AUTHENTICATION);
    if (authority !== undefined) providers.set(authority.value, AUTHORIZATION);
  }
  for (const [component, methods] of providers) checkProvider(component, methods, report);
}

/**
 * Checks a provider whose instance already exists. If the instance is created later, for each request or by a getter,
 * the front end that created the component checks it, and also reports errors that its constructor throws.
 */
function checkProvider(
  component: Component<object>,
  methods: readonly string[],
  report: (finding: Finding) => void,
): void {
  const own = Object.getOwnPropertyDescriptor(component, 'instance');
  if (own?.get !== undefined || component.create !== undefined) return;
  const given = Object(own?.value) as Readonly<Record<string, unknown>>;
  const missing = methods.filter((method) => typeof given[method] !== 'function');
  if (missing.length === 0) return;
  report({
    rule: 'provider',
    message: `the provider ${component.name} has no method ${missing.join(' and no method ')}`,
    hint: `pass an object with ${methods.join(' and ')}`,
    origin: component.origin,
  });
}

/** Whether no access check applies. */
export function isUnrestricted({
  rule,
  authenticate: provider,
  authorize: authority,
  roles,
}: ResolvedAccess): boolean {
  return rule?.value !== 'deny' && provider === undefined && authority === undefined && roles === undefined;
}

/** Wraps `perform` in the access checks. */
export function withAccess(
  access: ResolvedAccess,
  perform: (exchange: Exchange) => unknown,
): (exchange: Exchange) => unknown {
  if (isUnrestricted(access)) return perform;
  const { rule, authenticate: provider, authorize: authority, roles } = access;
  if (rule?.value === 'deny') return throwForbidden;
  return (exchange) => {
    const known = provider === undefined ? undefined : authenticate(provider.value, exchange);
    return mapMaybe(known, () => {
      const authorization = authority === undefined ? undefined : authorize(authority.value, exchange);
      return mapMaybe(authorization, () => {
        const roleCheck = roles === undefined ? undefined : requireRole(roles.value, exchange);
        return mapMaybe(roleCheck, () => {
          // An asynchronous check may settle after the response, or after the client has disconnected.
          exchange.assertConnected();
          return exchange.isSettled ? undefined : perform(exchange);
        });
      });
    });
  };
}

const OPEN: ResolvedAccess = {
  rule: undefined,
  authenticate: undefined,
  authorize: undefined,
  roles: undefined,
};

/** Creates a function that resolves the access rules of a route. `global` applies to all routes. */
export function accessResolver(global: AccessRules): (scopes: readonly Scope[]) => ResolvedAccess {
  const isGlobalUnset = Object.values(global).every((value) => value === undefined);
  return (scopes) =>
    isGlobalUnset && scopes.every(({ access }) => access === undefined)
      ? OPEN
      : resolveAccess(global, scopes);
}

/**
 * Resolves each part from the narrowest scope that sets it. `global` is the widest scope. If the rule `permit` applies,
 * only an authentication provider of the narrowest scope remains; if `deny` or an empty role list applies, no provider
 * remains.
 */
function resolveAccess(global: AccessRules, scopes: readonly Scope[]): ResolvedAccess {
  const narrowestFirst = scopes
    .map(({ access = {}, name = ROUTE }): Scoped<AccessRules> => ({ value: access, scope: name }))
    .toReversed();
  const all = [...narrowestFirst, { value: global, scope: ALL_ROUTES }];
  const at = all.findIndex(({ value }) => value.rule !== undefined);
  const rule = all[at]?.value.rule;
  const scope = all[at]?.scope ?? ALL_ROUTES;
  // A method may have its own authorization provider even if its class permits all.
  const permitted = rule === 'permit' && !all.slice(0, at).some(({ value }) => value.authorize !== undefined);
  if (permitted) {
    return {
      ...OPEN,
      rule: { value: rule, scope },
      authenticate: narrowestRule(narrowestFirst.slice(0, 1), 'authenticate'),
    };
  }
  if (rule === 'deny' || hasEmptyRoles(rule)) return { ...OPEN, rule: { value: 'deny', scope } };
  const provider = narrowestRule(all, 'authenticate');
  const authority = narrowestRule(all, 'authorize');
  const roles = rolesIn(rule);
  if (provider === undefined && authority === undefined && roles.length === 0) return OPEN;
  return {
    rule: undefined,
    authenticate: provider,
    authorize: authority,
    roles: roles.length === 0 ? undefined : { value: roles, scope },
  };
}

const ALL_ROUTES = 'all routes';

function narrowestRule<K extends 'authenticate' | 'authorize'>(
  all: readonly Scoped<AccessRules>[],
  part: K,
): Scoped<NonNullable<AccessRules[K]>> | undefined {
  for (const { value, scope } of all) {
    const set = value[part];
    if (set !== undefined) return { value: set, scope };
  }
  return undefined;
}

/** Formats the required roles for the printed route table. */
export function formatRoles(roles: readonly string[]): string {
  return roles.length === 1 ? `the role ${roles[0]!}` : `one of the roles ${roles.join(', ')}`;
}

function rolesIn(rule: AccessRules['rule']): readonly string[] {
  return Array.isArray(rule) ? rule.map((role) => role.trim()).filter((role) => role !== '') : [];
}

/**
 * Whether a rule denies access because it lists no roles. An unknown string, which untyped callers can pass, lists
 * none.
 */
function hasEmptyRoles(rule: AccessRules['rule']): boolean {
  return rule !== undefined && rule !== 'permit' && rule !== 'deny' && rolesIn(rule).length === 0;
}

function emptyRolesFinding(route: Route, scope: string): Finding {
  return {
    rule: 'no-role',
    message: `${routeName(route)}: its access rule (${scope}) has an empty role list`,
    hint: 'list at least one role, or use @Authenticate (any user), @PermitAll (rule "permit") or @DenyAll (rule "deny")',
    origin: route.origin,
  };
}
