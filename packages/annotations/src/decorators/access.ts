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

/** Sets the authentication provider, a class or an instance, which identifies the caller. */
export function Authenticate(provider: AuthenticatorSource): ScopeDecorator {
  const origin = captureOrigin(Authenticate);
  return createScopeDecorator(
    { kind: 'authenticate', provider: createComponent(AUTHENTICATOR, provider, origin) },
    origin,
  );
}

/** Sets the authorization provider, a class or an instance, which decides what a user may do. */
export function Authorize(provider: AuthorizerSource): ScopeDecorator {
  const origin = captureOrigin(Authorize);
  return createScopeDecorator(
    { kind: 'authorize', provider: createComponent(AUTHORIZER, provider, origin) },
    origin,
  );
}

/**
 * Allows users who have one of the roles.
 *
 * @deprecated Use an authorization provider: {@link Authorize}.
 */
export function RolesAllowed(...roles: readonly string[]): ScopeDecorator {
  assertCalled(roles, "@RolesAllowed('role')");
  return createScopeDecorator({ kind: 'rule', rule: roles }, captureOrigin(RolesAllowed));
}

/**
 * Allows every caller without authentication, unless the method itself has {@link Authenticate}. On a class, it does
 * not apply to methods with {@link Authorize} or another access rule.
 *
 * @deprecated Use an authorization provider: {@link Authorize}.
 */
export function PermitAll(...given: readonly []): ScopeDecorator {
  assertCalled(given, '@PermitAll()');
  return createScopeDecorator({ kind: 'rule', rule: 'permit' }, captureOrigin(PermitAll));
}

/**
 * Denies every caller.
 *
 * @deprecated Use an authorization provider: {@link Authorize}.
 */
export function DenyAll(...given: readonly []): ScopeDecorator {
  assertCalled(given, '@DenyAll()');
  return createScopeDecorator({ kind: 'rule', rule: 'deny' }, captureOrigin(DenyAll));
}
