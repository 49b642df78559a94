import type { Origin } from '../report/origin.ts';
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
 * Settings of one level: all routes, a class, or a route. The filters and event listeners of all levels run, the widest
 * first, except that only the narrowest CORS policy applies. Exception handlers are tried from the narrowest level
 * outward. For all other settings, the narrowest level wins.
 */
export interface Scope {
  /** The name shown in the printed table, such as `class Notes`. */
  readonly name?: string;
  /** The location for findings about the filters (default: the route's location). */
  readonly origin?: Origin;
  readonly filters?: readonly Filter[];
  /**
   * The pattern with which all paths in the scope begin, such as the path of a class. Error responses for paths below
   * it receive the scope's CORS headers.
   */
  readonly path?: string;
  readonly limits?: Limits;
  /** Access rules. For each rule, the narrowest scope wins. */
  readonly access?: AccessRules;
  /** Reads the argument of a `body` binding that declares no reader. */
  readonly reader?: Component<ValueReader>;
  /** Reads multipart forms. */
  readonly bodyHandler?: BodyHandlerLike;
  /** Writes the result. */
  readonly writer?: Component<HttpResponseWriter>;
  /**
   * Exception handlers for errors in the handler, filters and bindings. They are tried in this order, before the
   * handlers of wider scopes.
   */
  readonly handlers?: readonly Component<ExceptionHandler>[];
  /** Static response headers. A narrower scope replaces a header with the same name. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Event listeners that run when the response is final. Those of all scopes run, the widest first. */
  readonly events?: readonly RouteEvent[];
}

/** The access rules of one scope. */
export interface AccessRules {
  readonly authenticate?: Component<RestAuthenticationProvider>;
  readonly authorize?: Component<AuthorizationProvider>;
  /**
   * Admits everyone (`permit`), no one (`deny`), or users who have one of these roles. An empty list denies access and
   * causes an error at start-up.
   */
  readonly rule?: 'permit' | 'deny' | readonly string[];
}

/**
 * An event listener of a route, and the conditions under which it runs. The component's `types` select the results or
 * errors for which it runs.
 */
export interface RouteEvent {
  readonly event: Component<RestEvent>;
  /**
   * The response status that triggers the listener, or `any` (default: any 2xx or, for an error of the type `exception`
   * or of one of the component's types, any status).
   */
  readonly response?: number | 'any';
  /**
   * The type of error that triggers the listener, regardless of the component's types. The error is then the entity.
   */
  readonly exception?: TypeToken;
  /**
   * Whether a listener whose component has `types` also runs if the result is undefined or null, which have no type
   * (default: false). A listener without types always runs.
   */
  readonly onEmpty?: boolean;
}
