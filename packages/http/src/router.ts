import type { Diagnostic } from '@writ/diagnostics';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Filter } from './pipeline/filter.ts';
import type { Route } from './route.ts';
import type { Matcher } from './table/matcher.ts';
import type { TableRow } from './table/row.ts';
import type { Toolkit } from './toolkit.ts';

/** One route table and its pipeline. */
export declare class Router {
  readonly toolkit: Toolkit;
  constructor(toolkit: Toolkit);
  /** Adds routes to the pattern table, in order. */
  add(...routes: readonly Route[]): this;
  /** Asked after the pattern table, in order of mounting. */
  mount(matcher: Matcher): this;
  /** A filter for every request, or for those whose path fits the pattern: routes, 404 and 405 alike. */
  use(filter: Filter): this;
  use(pattern: string, filter: Filter): this;
  /** Adds findings of a front; `build` throws those of all together. */
  report(...diagnostics: readonly Diagnostic[]): this;
  /**
   * Resolves every plan now; without it the first request, `createServer` or `listener` does. Throws `StartupError`
   * with all errors at once; warnings are logged. Registering more afterwards resolves again.
   */
  build(): this;
  /** Errors and warnings of what is registered, without throwing. */
  diagnostics(): readonly Diagnostic[];
  /** Every route in the order in which it is asked, printable. */
  table(): readonly TableRow[];
  /** For `http.createServer(router.listener)`. */
  get listener(): (request: IncomingMessage, response: ServerResponse) => void;
  /** For Bun, Deno, workers and tests. */
  fetch(request: Request): Promise<Response>;
}
