import type { Origin } from '../report/origin.ts';
import type { TableRow } from './row.ts';

/**
 * An explanation of how a request would be handled, as strings that `writ explain` prints. None of the route's code is
 * run.
 */
export interface Explanation {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** All routes that were considered, in matching order. */
  readonly candidates: readonly Candidate[];
  /**
   * The methods that routes with this path support, if none of them supports the request's method. Empty if no route
   * has the path.
   */
  readonly allow: readonly string[];
  /** Undefined if no route matches. */
  readonly plan?: ExplainedPlan;
}

/** A route that was considered. */
export interface Candidate {
  /** The route's method and path, such as `GET /notes/{id}`. */
  readonly route: string;
  readonly handler: string;
  /** The name of the matcher that contains the route. */
  readonly from: string;
  readonly chosen: boolean;
  /** The reason why the route was or was not chosen. */
  readonly why: string;
  readonly origin?: Origin | undefined;
}

/** A part of a plan, and the scope that set it: `class Notes`, `router`, `toolkit`, `built in`. */
export interface ExplainedPart {
  readonly what: string;
  readonly from: string;
  readonly origin?: Origin | undefined;
}

/** The plan of a request. Its parts are in the order in which they apply. */
export interface ExplainedPlan {
  readonly row: TableRow;
  /** The strings of the path variables and positional segments. */
  readonly values: readonly string[];
  readonly limits: readonly ExplainedPart[];
  readonly filters: readonly ExplainedPart[];
  readonly access: readonly ExplainedPart[];
  /** The source of each argument. */
  readonly bindings: readonly ExplainedPart[];
  /** The readers of the body; empty if the body is not read. */
  readonly readers: readonly ExplainedPart[];
  /** The writers of the result in the order in which they are tried. */
  readonly writers: readonly ExplainedPart[];
  readonly headers: readonly ExplainedPart[];
  readonly events: readonly ExplainedPart[];
  /** The exception handlers in the order in which they are tried. */
  readonly handlers: readonly ExplainedPart[];
}
