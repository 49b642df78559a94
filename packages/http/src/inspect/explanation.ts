import type { Origin } from '../report/origin.ts';
import type { TableRow } from './row.ts';

/** How a request would be answered, as `writ explain` prints it: texts only. Nothing of the route is run for it. */
export interface Explanation {
  readonly method: string;
  /** As sent, without query. */
  readonly path: string;
  /** Every route that was considered, in the order in which they are asked. */
  readonly candidates: readonly Candidate[];
  /** The methods that are answered at that path when the given one is not; empty when nothing is there. */
  readonly allow: readonly string[];
  /** Undefined when no route answers. */
  readonly plan?: ExplainedPlan;
}

/** A route that was considered. */
export interface Candidate {
  /** `GET /notes/{id}` */
  readonly route: string;
  readonly handler: string;
  /** The matcher that it stands in. */
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

/** What answering the request takes, in the order in which it is used. */
export interface ExplainedPlan {
  readonly row: TableRow;
  /** The texts of the path's variables and of the bits that are arguments. */
  readonly values: readonly string[];
  readonly limits: readonly ExplainedPart[];
  readonly filters: readonly ExplainedPart[];
  readonly access: readonly ExplainedPart[];
  /** What makes an argument of each binding. */
  readonly bindings: readonly ExplainedPart[];
  /** Who reads the body; empty when nobody does. */
  readonly readers: readonly ExplainedPart[];
  /** Who may write the result, in the order in which they are asked. */
  readonly writers: readonly ExplainedPart[];
  readonly headers: readonly ExplainedPart[];
  readonly events: readonly ExplainedPart[];
  /** Who is asked about what fails, in that order. */
  readonly handlers: readonly ExplainedPart[];
}
