import type { Component } from './component.ts';
import type { AuthorizationProvider, RestAuthenticationProvider } from './roles.ts';

/** Who may call a route, as one scope says it. */
export interface Access {
  readonly authenticate?: Component<RestAuthenticationProvider>;
  readonly authorize?: Component<AuthorizationProvider>;
  /** Everybody, nobody, or who has one of these roles; a list without a role is nobody, and an error of the start. */
  readonly rule?: 'permit' | 'deny' | readonly string[];
}
