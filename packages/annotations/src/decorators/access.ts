import { captureOrigin } from '@writ/http/kernel';
import { assertCalled } from '../recording/assert-called.ts';
import { createComponent } from '../components/component.ts';
import {
  AUTHENTICATOR,
  AUTHORIZER,
  type AuthenticatorSource,
  type AuthorizerSource,
} from '../components/roles.ts';
import { createScopeDecorator } from './scopes.ts';
import type { ScopeDecorator } from '../recording/decorator-types.ts';

/** Says who calls: a class or an instance. */
export function Authenticate(provider: AuthenticatorSource): ScopeDecorator {
  const origin = captureOrigin(Authenticate);
  return createScopeDecorator(
    { kind: 'authenticate', provider: createComponent(AUTHENTICATOR, provider, origin) },
    origin,
  );
}

/** Says what the user may do: a class or an instance. */
export function Authorize(provider: AuthorizerSource): ScopeDecorator {
  const origin = captureOrigin(Authorize);
  return createScopeDecorator(
    { kind: 'authorize', provider: createComponent(AUTHORIZER, provider, origin) },
    origin,
  );
}

/**
 * Users who have one of the roles.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function RolesAllowed(...roles: readonly string[]): ScopeDecorator {
  assertCalled(roles, "@RolesAllowed('role')");
  return createScopeDecorator({ kind: 'rule', rule: roles }, captureOrigin(RolesAllowed));
}

/**
 * Everybody; nobody is asked who they are, unless the method itself carries {@link Authenticate}.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function PermitAll(...given: readonly []): ScopeDecorator {
  assertCalled(given, '@PermitAll()');
  return createScopeDecorator({ kind: 'rule', rule: 'permit' }, captureOrigin(PermitAll));
}

/**
 * Nobody.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function DenyAll(...given: readonly []): ScopeDecorator {
  assertCalled(given, '@DenyAll()');
  return createScopeDecorator({ kind: 'rule', rule: 'deny' }, captureOrigin(DenyAll));
}
