import type { User } from './user.ts';
import type { Route } from './route.ts';
import type { ToolkitContext } from './toolkit-context.ts';
import type { DefaultLimits } from './limits.ts';
import type { Trace } from './trace.ts';
import type { FileUpload } from './file-upload.ts';
import type { Query } from '../protocol/query.ts';
import type { HttpRequest, RequestBody } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';

/** One request on its way through filters and handler. */
export abstract class RoutingContext {
  abstract readonly request: HttpRequest;
  abstract readonly response: HttpResponse;
  abstract readonly toolkit: ToolkitContext;
  /** The route that answers; undefined while none does (not found, method not allowed). */
  abstract readonly route: Route | undefined;
  /** The methods that the path has, while no route answers the request's own. */
  abstract readonly allow: ReadonlySet<string>;
  /** The limits of the route; those of the toolkit if no route matches. */
  abstract readonly limits: DefaultLimits;
  /** Set by an authentication, or by a filter. */
  abstract user: User | undefined;
  /**
   * The authorizations of the user, by the id of the provider that granted them: those that the user object has, and
   * those granted for this request. Empty without a user.
   */
  abstract readonly authorizations: User['authorizations'];
  /** For filters and handlers to leave things for each other. */
  abstract readonly data: Map<unknown, unknown>;
  /** Aborts when the client goes away, the request's time is up, or a shutdown cuts it. Its reason is an `Error`. */
  abstract readonly signal: AbortSignal;
  /** The position of the request in a distributed trace. Send `trace.traceparent` with requests made on its behalf. */
  abstract readonly trace: Trace;
  abstract readonly query: Query;
  abstract readonly body: RequestBody;
  /**
   * The files of a multipart form once it is read: before the handler runs if the route binds form fields, or if a body
   * handler is set and the route binds a context.
   */
  abstract readonly fileUploads: readonly FileUpload[];
  /**
   * Passes the request to the next route of the table that matches its method and path, and returns the result of that
   * route's handler, or a promise of it. Return it, or return nothing: it becomes the result. If no route is left, the
   * request is answered as unmatched.
   */
  abstract next(): unknown;
}
