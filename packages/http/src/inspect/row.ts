import type { Origin } from '../report/origin.ts';

/** A route as `writ routes` prints it: strings only. */
export interface TableRow {
  readonly method: string;
  readonly path: string;
  /** Each argument, such as `path id: int` or `query page: int = 1`. */
  readonly bindings: readonly string[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly order: number;
  /** The matcher that answers: `routes`, or the name of a mounted one. */
  readonly from: string;
  /** `Notes.one`, or the name of the function. */
  readonly handler: string;
  /** Access rules, such as `authenticated by Tokens` and `one of the roles admin, editor`; empty without rules. */
  readonly access: readonly string[];
  /** The filters in the order they run, each with the scope it was set in. */
  readonly filters: readonly string[];
  /** Nothing declares the types of its arguments. */
  readonly untyped?: true;
  readonly origin: Origin;
}
