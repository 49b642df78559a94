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
 * What may be set at several widths: for all, for a class, for a route. Filters of all widths run, the widest first;
 * of everything else the narrowest wins.
 */
export interface Scope {
  /** Where it was set, such as `class Notes`; for the printed table. */
  readonly name?: string;
  readonly filters?: readonly Filter[];
  /** The pattern below which all routes of the scope are, such as the path of a class; for CORS headers of errors. */
  readonly path?: string;
  readonly limits?: Limits;
  /** Who may call; of each part the narrowest counts. */
  readonly access?: AccessRules;
  /** Makes the argument of a `body` binding that has no reader of its own. */
  readonly reader?: Component<ValueReader>;
  /** Reads multipart forms. */
  readonly bodyHandler?: BodyHandlerLike;
  /** Writes the result. */
  readonly writer?: Component<HttpResponseWriter>;
  /** Asked in this order, before those of wider scopes, for what handler, filters and bindings throw. */
  readonly handlers?: readonly Component<ExceptionHandler>[];
  /** Static headers of the answer, name and value; a narrower scope replaces a name. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** What happens after the answer is made; those of all widths, the widest first. */
  readonly events?: readonly RouteEvent[];
}

/** Who may call a route, as one scope says it. */
export interface AccessRules {
  readonly authenticate?: Component<RestAuthenticationProvider>;
  readonly authorize?: Component<AuthorizationProvider>;
  /** Everybody, nobody, or who has one of these roles; a list without a role is nobody, and an error of the start. */
  readonly rule?: 'permit' | 'deny' | readonly string[];
}

/** An event of a route, and when it runs. The `types` of its component say which entities or errors it is for. */
export interface RouteEvent {
  readonly event: Component<RestEvent>;
  /** The final status, or `any`. When not given: any 2xx; for an error that it is for, whatever the status is. */
  readonly response?: number | 'any';
  /** What must have been thrown; its entity is the error then, whatever its types say. */
  readonly exception?: TypeToken;
  /** Also runs for undefined and null, which are of no type. */
  readonly onEmpty?: boolean;
}
