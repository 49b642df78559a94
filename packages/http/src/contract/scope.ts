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
 * Settings of one level: all routes, a class, or a route. Filters of all levels run, the widest first; for
 * every other setting the narrowest level wins.
 */
export interface Scope {
  /** The name shown in the printed table, such as `class Notes`. */
  readonly name?: string;
  readonly filters?: readonly Filter[];
  /**
   * The pattern that all paths of the scope begin with, such as the path of a class; for CORS headers of
   * errors.
   */
  readonly path?: string;
  readonly limits?: Limits;
  /** Access rules; for each rule the narrowest scope wins. */
  readonly access?: AccessRules;
  /** Reads the argument of a `body` binding that declares no reader. */
  readonly reader?: Component<ValueReader>;
  /** Reads multipart forms. */
  readonly bodyHandler?: BodyHandlerLike;
  /** Writes the result. */
  readonly writer?: Component<HttpResponseWriter>;
  /**
   * Handlers of errors in handler, filters and bindings; tried in this order, before those of wider scopes.
   */
  readonly handlers?: readonly Component<ExceptionHandler>[];
  /** Static response headers; a narrower scope replaces a header of the same name. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Events that run once the response is fixed; those of all scopes run, the widest first. */
  readonly events?: readonly RouteEvent[];
}

/** The access rules of one scope. */
export interface AccessRules {
  readonly authenticate?: Component<RestAuthenticationProvider>;
  readonly authorize?: Component<AuthorizationProvider>;
  /**
   * Admits everyone, no one, or users with one of these roles. An empty list denies access and is reported as
   * an error at start-up.
   */
  readonly rule?: 'permit' | 'deny' | readonly string[];
}

/**
 * An event of a route with its conditions. The `types` of its component select the results or errors for
 * which it runs.
 */
export interface RouteEvent {
  readonly event: Component<RestEvent>;
  /**
   * The response status that triggers the event, or `any` (default: any 2xx; for a matching error, any
   * status).
   */
  readonly response?: number | 'any';
  /**
   * Type of the error that triggers the event. The error is then the entity, regardless of the component's
   * types.
   */
  readonly exception?: TypeToken;
  /** Whether the event also runs for undefined and null, which have no type. */
  readonly onEmpty?: boolean;
}
