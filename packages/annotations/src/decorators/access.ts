import { captureOrigin } from '@writ/http/kernel';
import { demandCall } from '../recording/called.ts';
import { componentOf } from '../components/component.ts';
import {
  AUTHENTICATOR,
  AUTHORIZER,
  type AuthenticatorSource,
  type AuthorizerSource,
} from '../components/roles.ts';
import { decorator } from './scopes.ts';
import type { ScopeDecorator } from '../recording/decorator-types.ts';

/** Says who calls: a class or an instance. */
export function Authenticate(provider: AuthenticatorSource): ScopeDecorator {
  const origin = captureOrigin(Authenticate);
  return decorator({ kind: 'authenticate', provider: componentOf(AUTHENTICATOR, provider, origin) }, origin);
}

/** Says what the user may do: a class or an instance. */
export function Authorize(provider: AuthorizerSource): ScopeDecorator {
  const origin = captureOrigin(Authorize);
  return decorator({ kind: 'authorize', provider: componentOf(AUTHORIZER, provider, origin) }, origin);
}

/**
 * Users who have one of the roles.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function RolesAllowed(...roles: readonly string[]): ScopeDecorator {
  demandCall(roles, "@RolesAllowed('role')");
  return decorator({ kind: 'rule', rule: roles }, captureOrigin(RolesAllowed));
}

/**
 * Everybody; nobody is asked who they are, unless the method itself carries {@link Authenticate}.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function PermitAll(...given: readonly []): ScopeDecorator {
  demandCall(given, '@PermitAll()');
  return decorator({ kind: 'rule', rule: 'permit' }, captureOrigin(PermitAll));
}

/**
 * Nobody.
 *
 * @deprecated An authorisation provider says more: {@link Authorize}.
 */
export function DenyAll(...given: readonly []): ScopeDecorator {
  demandCall(given, '@DenyAll()');
  return decorator({ kind: 'rule', rule: 'deny' }, captureOrigin(DenyAll));
}
