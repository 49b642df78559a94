import type { Origin } from '../report/origin.ts';
import type { TableRow } from './row.ts';

/** How a request would be handled, as strings that `writ explain` prints. No code of the route runs. */
export interface Explanation {
  readonly method: string;
  /** The path as sent, without query. */
  readonly path: string;
  /** Every route that was considered, in the order of matching. */
  readonly candidates: readonly Candidate[];
  /** The methods of the path's routes if none supports the given method; empty if no route has the path. */
  readonly allow: readonly string[];
  /** Undefined if no route matches. */
  readonly plan?: ExplainedPlan;
}

/** A route that was considered. */
export interface Candidate {
  /** The method and path of the route, such as `GET /notes/{id}`. */
  readonly route: string;
  readonly handler: string;
  /** The name of the matcher that contains the route. */
  readonly from: string;
  readonly chosen: boolean;
  /** The reason why the route was chosen or not. */
  readonly why: string;
  readonly origin?: Origin | undefined;
}

/** A part of a plan, and the scope that set it: `class Notes`, `router`, `toolkit`, `built in`. */
export interface ExplainedPart {
  readonly what: string;
  readonly from: string;
  readonly origin?: Origin | undefined;
}

/** The plan of the request; its parts are in the order in which they apply. */
export interface ExplainedPlan {
  readonly row: TableRow;
  /** The strings of the path variables and of the segments that are arguments. */
  readonly values: readonly string[];
  readonly limits: readonly ExplainedPart[];
  readonly filters: readonly ExplainedPart[];
  readonly access: readonly ExplainedPart[];
  /** The source of each argument. */
  readonly bindings: readonly ExplainedPart[];
  /** The readers of the body; empty if it is not read. */
  readonly readers: readonly ExplainedPart[];
  /** The writers of the result in the order in which they are tried. */
  readonly writers: readonly ExplainedPart[];
  readonly headers: readonly ExplainedPart[];
  readonly events: readonly ExplainedPart[];
  /** The handlers of errors in the order in which they are tried. */
  readonly handlers: readonly ExplainedPart[];
}
