import type { AccessRules, Scope } from '../contract/scope.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { AuthorizationProvider, RestAuthenticationProvider } from '../contract/roles.ts';
import { nameOf, type Finding } from '../report/findings.ts';
import { andThen } from '../internal/thenable.ts';
import { authenticate } from './authenticate.ts';
import { authorize, demandRole, refuse } from './authorize.ts';

/** What a route's scopes say together. */
export interface ResolvedAccess {
  /** What a rule says that asks for nothing else. */
  readonly rule: 'permit' | 'deny' | undefined;
  readonly authenticate: Component<RestAuthenticationProvider> | undefined;
  readonly authorize: Component<AuthorizationProvider> | undefined;
  /** Empty: no role is asked for. */
  readonly roles: readonly string[];
}

/** Undefined when everybody may call. What can never be satisfied is reported, and a rule that names no role. */
export function accessOf(
  route: Route,
  global: AccessRules,
  report: (finding: Finding) => void,
): ResolvedAccess | undefined {
  const all: readonly Scope[] = [{ name: 'all routes', access: global }, ...(route.scopes ?? [])];
  for (const { name = 'route', access } of all) {
    if (namesNoRole(access?.rule)) report(noRole(route, name));
  }
  const resolved = resolveAccess(global, route.scopes ?? []);
  const { rule, authenticate: provider, authorize: authority, roles } = resolved;
  if (rule === 'deny') return resolved;
  if (provider === undefined && authority === undefined && roles.length === 0) return undefined;
  if (provider === undefined) {
    report({
      code: 'W2040',
      severity: 'warning',
      message: `${nameOf(route)} asks what the user may do, and nothing says who the user is`,
      hint: 'name an authentication provider; without a user, which a filter may set, the answer is 403',
      origin: route.origin,
    });
  }
  return resolved;
}

/** `perform` with the checks before it. */
export function guarded(
  access: ResolvedAccess | undefined,
  perform: (exchange: Exchange) => unknown,
): (exchange: Exchange) => unknown {
  if (access === undefined) return perform;
  const { rule, authenticate: provider, authorize: authority, roles } = access;
  if (rule === 'deny') return refuse;
  return (exchange) => {
    const known = provider === undefined ? undefined : authenticate(provider, exchange);
    return andThen(known, () => {
      const allowed = authority === undefined ? undefined : authorize(authority, exchange);
      return andThen(allowed, () => {
        const entitled = roles.length === 0 ? undefined : demandRole(roles, exchange);
        return andThen(entitled, () => {
          // What takes its time may come after the answer, or when nobody waits for one: then nothing is to begin.
          exchange.demandClient();
          return exchange.over ? undefined : perform(exchange);
        });
      });
    });
  };
}

export function resolveAccess(global: AccessRules, scopes: readonly Scope[]): ResolvedAccess {
  const narrowestFirst = scopes.map(({ access = {} }) => access).toReversed();
  const all = [...narrowestFirst, global];
  const at = all.findIndex(({ rule }) => rule !== undefined);
  const rule = all[at]?.rule;
  // Who permits all at a class may still ask for an authorisation at a method.
  const permitted = rule === 'permit' && !all.slice(0, at).some((access) => access.authorize !== undefined);
  if (permitted) {
    return { rule, authenticate: narrowestFirst[0]?.authenticate, authorize: undefined, roles: [] };
  }
  if (rule === 'deny' || namesNoRole(rule))
    return { rule: 'deny', authenticate: undefined, authorize: undefined, roles: [] };
  return {
    rule: undefined,
    authenticate: all.find((access) => access.authenticate !== undefined)?.authenticate,
    authorize: all.find((access) => access.authorize !== undefined)?.authorize,
    roles: rolesIn(rule),
  };
}

/** For the printed table. */
export function rolesText(roles: readonly string[]): string {
  return roles.length === 1 ? `the role ${roles[0]!}` : `one of the roles ${roles.join(', ')}`;
}

function rolesIn(rule: AccessRules['rule']): readonly string[] {
  return Array.isArray(rule) ? rule.map((role) => role.trim()).filter((role) => role !== '') : [];
}

/** Who forgot to name the roles did not mean everybody; nor who wrote one role without a list, which JavaScript lets pass. */
function namesNoRole(rule: AccessRules['rule']): boolean {
  return rule !== undefined && rule !== 'permit' && rule !== 'deny' && rolesIn(rule).length === 0;
}

function noRole(route: Route, scope: string): Finding {
  return {
    code: 'W2041',
    severity: 'error',
    message: `${nameOf(route)}: its rule of who may call (${scope}) names no role`,
    hint: 'name one; for whoever is known @Authenticate is enough, for everybody @PermitAll, for nobody @DenyAll: rule "permit" or "deny"',
    origin: route.origin,
  };
}
