import type { Origin } from '../report/origin.ts';
import type { TableRow } from './row.ts';

/** How a request would be answered, as `writ explain` prints it: strings only. No code of the route is run. */
export interface Explanation {
  readonly method: string;
  /** As sent, without query. */
  readonly path: string;
  /** Every route that was considered, in the order of matching. */
  readonly candidates: readonly Candidate[];
  /** The methods of the path's routes if none has the given one; empty if no route has the path. */
  readonly allow: readonly string[];
  /** Undefined when no route answers. */
  readonly plan?: ExplainedPlan;
}

/** A route that was considered. */
export interface Candidate {
  /** `GET /notes/{id}` */
  readonly route: string;
  readonly handler: string;
  /** The matcher of the route. */
  readonly from: string;
  readonly chosen: boolean;
  /** Why it was chosen, or was not. */
  readonly why: string;
  readonly origin?: Origin | undefined;
}

/** Something of a plan, and where it was set: `class Notes`, `router`, `toolkit`, `built in`. */
export interface ExplainedPart {
  readonly what: string;
  readonly from: string;
  readonly origin?: Origin | undefined;
}

/** The plan of the request, in the order of use. */
export interface ExplainedPlan {
  readonly row: TableRow;
  /** The strings of the path's variables and of the segments that are arguments. */
  readonly values: readonly string[];
  readonly limits: readonly ExplainedPart[];
  readonly filters: readonly ExplainedPart[];
  readonly access: readonly ExplainedPart[];
  /** The source of each argument. */
  readonly bindings: readonly ExplainedPart[];
  /** The readers of the body; empty if it is not read. */
  readonly readers: readonly ExplainedPart[];
  /** The writers of the result, in the order in which they are tried. */
  readonly writers: readonly ExplainedPart[];
  readonly headers: readonly ExplainedPart[];
  readonly events: readonly ExplainedPart[];
  /** The handlers of errors, in the order in which they are tried. */
  readonly handlers: readonly ExplainedPart[];
}
