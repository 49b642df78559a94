import type { Origin } from '../report/origin.ts';

/** A route as strings, which `writ routes` prints. */
export interface TableRow {
  readonly method: string;
  readonly path: string;
  /** Each argument, such as `path id: int` or `query page: int = 1`. */
  readonly bindings: readonly string[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly order: number;
  /** The matcher that contains the route: `routes`, or the name of a mounted matcher. */
  readonly from: string;
  /** The handler: `Notes.one`, or the function's name. */
  readonly handler: string;
  /** Access rules, such as `authenticated by Tokens` and `one of the roles admin, editor`; empty if there are none. */
  readonly access: readonly string[];
  /** The filters in the order in which they run, each with its scope. */
  readonly filters: readonly string[];
  /** The protocol to which the route upgrades connections. */
  readonly upgrade?: 'websocket';
  /** Set if the types of the handler's arguments are not declared. */
  readonly untyped?: true;
  readonly origin: Origin;
}
