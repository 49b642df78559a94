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
  /** What this request may make the server spend: the route's, where it has its own. */
  abstract readonly limits: DefaultLimits;
  /** Set by an authentication, or by a filter. */
  abstract user: User | undefined;
  /**
   * What the user may do, by the id of who granted it: what it came with, and what this request was granted. Empty
   * without a user.
   */
  abstract readonly authorizations: User['authorizations'];
  /** For filters and handlers to leave things for each other. */
  abstract readonly data: Map<unknown, unknown>;
  /** Aborts when the client goes away, the request's time is up, or a shutdown cuts it. Its reason is an `Error`. */
  abstract readonly signal: AbortSignal;
  /** Where the request stands in a distributed trace; `trace.traceparent` goes with requests made on its behalf. */
  abstract readonly trace: Trace;
  abstract readonly query: Query;
  abstract readonly body: RequestBody;
  /**
   * The files of a multipart form, once it is read: before the handler runs when the route takes fields of a form, or
   * when a body handler is set and it takes a context.
   */
  abstract readonly fileUploads: readonly FileUpload[];
  /**
   * Passes the request on to the next route of the table that fits its method and path, and gives what that route's
   * handler gives: a promise when it takes time. Return it, or return nothing: it is the result then. When no route is
   * left the request is answered as one that no route is there for.
   */
  abstract next(): unknown;
}
