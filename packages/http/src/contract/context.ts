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
  /** The matched route; undefined if no route matches (404 or 405). */
  abstract readonly route: Route | undefined;
  /** If no route matches the request's method: the methods that routes of this path support. */
  abstract readonly allow: ReadonlySet<string>;
  /** The limits of the route; those of the toolkit if no route matches. */
  abstract readonly limits: DefaultLimits;
  /** The user; set by an authentication provider or by a filter. */
  abstract user: User | undefined;
  /**
   * The user's authorizations by the id of the provider that granted them: those of the user object and those
   * granted for this request. Empty without a user.
   */
  abstract readonly authorizations: User['authorizations'];
  /** Values that filters and handlers share. */
  abstract readonly data: Map<unknown, unknown>;
  /**
   * Aborts when the client disconnects, the time limit is reached, or a shutdown ends the request. Its reason
   * is an `Error`.
   */
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
   * Passes the request to the next route of the table that matches its method and path, and returns the
   * result of that route's handler or a promise of it. Return that result, or return nothing: it becomes the
   * response either way. If no route is left, the request is handled as unmatched.
   */
  abstract next(): unknown;
}
