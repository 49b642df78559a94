import type { User } from './user.ts';
import type { Route } from './route.ts';
import type { ToolkitContext } from './toolkit-context.ts';
import type { DefaultLimits } from './limits.ts';
import type { Trace } from './trace.ts';
import type { FileUpload } from './file-upload.ts';
import type { Query } from '../protocol/query.ts';
import type { HttpRequest, RequestBody } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';

/** The context of one request, passed to filters and handlers. */
export abstract class RoutingContext {
  abstract readonly request: HttpRequest;
  abstract readonly response: HttpResponse;
  abstract readonly toolkit: ToolkitContext;
  /** The route that matches the request; undefined if there is none. */
  abstract readonly route: Route | undefined;
  /** The methods that routes with this path support, if none of them supports the request's method; otherwise empty. */
  abstract readonly allow: ReadonlySet<string>;
  /** The limits of the route or, if no route matches, of the router. */
  abstract readonly limits: DefaultLimits;
  /** The user, set by an authentication provider or a filter. */
  abstract user: User | undefined;
  /**
   * The user's authorizations, by the id of the provider that granted them: those that the user object contains and
   * those that were granted for this request only. Empty if there is no user.
   */
  abstract readonly authorizations: User['authorizations'];
  /** Values that filters and handlers share. */
  abstract readonly data: Map<unknown, unknown>;
  /**
   * Aborted when the client disconnects, the time limit is reached, or a shutdown ends the request. Its reason is an
   * `Error`.
   */
  abstract readonly signal: AbortSignal;
  /** The position of the request in a distributed trace. Send `trace.traceparent` with requests to other services. */
  abstract readonly trace: Trace;
  abstract readonly query: Query;
  abstract readonly body: RequestBody;
  /**
   * The files of the multipart form. The form is read before the handler runs if the route binds form fields or named
   * values, or if a body handler is set and the route binds a context object.
   */
  abstract readonly fileUploads: readonly FileUpload[];
  /**
   * Passes the request to the next route that matches its method and path. Returns the result of that route's handler,
   * or a promise for it. This result becomes the response if the caller returns it or returns nothing. If no further
   * route matches, throws the same `HttpError` 404 as for an unmatched request.
   */
  abstract next(): unknown;
}
