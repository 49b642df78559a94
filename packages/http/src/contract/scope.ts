import type { Component, TypeToken } from './component.ts';
import type { Filter } from './filter.ts';
import type { Limits } from './limits.ts';
import type {
  AuthorizationProvider,
  BodyHandlerLike,
  ExceptionHandler,
  HttpResponseWriter,
  RestAuthenticationProvider,
  RestEvent,
  ValueReader,
} from './roles.ts';

/**
 * Settings of one level: of all routes, of a class, of a route. Filters of all levels run, the widest first; of every
 * other setting the narrowest level wins.
 */
export interface Scope {
  /** Where it was set, such as `class Notes`; for the printed table. */
  readonly name?: string;
  readonly filters?: readonly Filter[];
  /** The pattern below which all routes of the scope are, such as the path of a class; for CORS headers of errors. */
  readonly path?: string;
  readonly limits?: Limits;
  /** Access rules; for each rule the narrowest scope wins. */
  readonly access?: AccessRules;
  /** Makes the argument of a `body` binding that has no reader of its own. */
  readonly reader?: Component<ValueReader>;
  /** Reads multipart forms. */
  readonly bodyHandler?: BodyHandlerLike;
  /** Writes the result. */
  readonly writer?: Component<HttpResponseWriter>;
  /** Called in this order, before those of wider scopes, for errors of handler, filters and bindings. */
  readonly handlers?: readonly Component<ExceptionHandler>[];
  /** Static headers of the answer, name and value; a narrower scope replaces a name. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Run after the response is fixed; those of all scopes, the widest first. */
  readonly events?: readonly RouteEvent[];
}

/** The access rules of one scope. */
export interface AccessRules {
  readonly authenticate?: Component<RestAuthenticationProvider>;
  readonly authorize?: Component<AuthorizationProvider>;
  /**
   * Everyone, no one, or users with one of these roles. A list without roles denies access and is an error at start-up.
   */
  readonly rule?: 'permit' | 'deny' | readonly string[];
}

/**
 * An event of a route with its conditions. The `types` of its component select the results or errors that it runs for.
 */
export interface RouteEvent {
  readonly event: Component<RestEvent>;
  /** The final status, or `any` (default: any 2xx; for an error that matches, any status). */
  readonly response?: number | 'any';
  /**
   * The type of the error that must have been thrown; the error is the entity then, whatever the component's types are.
   */
  readonly exception?: TypeToken;
  /** Also runs for undefined and null, which are of no type. */
  readonly onEmpty?: boolean;
}
