import { hasErrors, renderText, type Diagnostic } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';
import type { NotFoundHandler } from './plan/resolve-error-handlers.ts';
import { StartupError } from './report/startup-error.ts';
import { Exchange } from './exchange/exchange.ts';
import type { Transport } from './contract/transport.ts';
import { captureOrigin, type Origin } from './report/origin.ts';
import type { Filter } from './contract/filter.ts';
import type { PlannedFilter } from './plan/filters.ts';
import { resolve } from './plan/resolve.ts';
import { compile } from './pipeline/compile.ts';
import type { CompiledRoute, CompiledRouter, CompiledRoutes } from './pipeline/compiled-route.ts';
import type { Resolved } from './plan/resolved.ts';
import { StartupTasks } from './startup-tasks.ts';
import { filterProblem } from './policies/filter-metadata.ts';
import { run } from './pipeline/run.ts';
import { selectVariant } from './pipeline/variants.ts';
import type { Route } from './contract/route.ts';
import { Registries } from './contract/registry.ts';
import { FetchTransport } from './server/fetch-transport.ts';
import { Lifecycle } from './server/lifecycle.ts';
import { createListener, type Listener } from './server/listener.ts';
import { explain } from './inspect/explain.ts';
import type { Explanation } from './inspect/explanation.ts';
import { matchRoute } from './pipeline/match-route.ts';
import { toDiagnostic, type Finding } from './report/findings.ts';
import type { Matcher } from './contract/matcher.ts';
import { limitsIn } from './policies/limits.ts';
import { parsePattern } from './routing/pattern.ts';
import { PatternProblem } from './routing/pattern-tokens.ts';
import type { TableRow } from './inspect/row.ts';
import { rowOf } from './inspect/rows.ts';
import type { Toolkit } from './toolkit.ts';
import { CHANNELS, RequestEvents } from './observe/request-events.ts';

/** One route table and its pipeline. */
export class Router {
  readonly toolkit: Toolkit;
  /** Readers, writers, handlers and providers of this router; its parent is the toolkit's. */
  readonly registries: Registries;
  readonly #routes: Route[] = [];
  readonly #mounted: Matcher[] = [];
  #filters: readonly PlannedFilter[] = [];
  readonly #notFound: NotFoundHandler[] = [];
  readonly #reported: Diagnostic[] = [];
  #resolved: Resolved | undefined;
  #compiled: CompiledRouter | undefined;
  /** Of the registries, when the plans were resolved. */
  #resolvedVersion = -1;
  /** Set once the plans are known to be without errors. */
  #built: Resolved | undefined;
  /** What requests are answered by; older than what is registered while that has errors. */
  #served: CompiledRouter | undefined;
  #stale = true;
  readonly #startupTasks = new StartupTasks();
  /** Whether the plans were shown once. */
  #hasLogged = false;

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit;
    this.registries = new Registries(toolkit.registries);
  }

  /** Adds routes to the pattern table, in order. */
  add(...routes: readonly Route[]): this {
    this.#routes.push(...routes);
    return this.#invalidate();
  }

  /** Adds a matcher of another kind; asked after the pattern table, in order of mounting. */
  mount(matcher: Matcher): this {
    this.#mounted.push(matcher);
    return this.#invalidate();
  }

  /**
   * A filter for every request, or for those whose path fits the pattern: routes, 404 and 405 alike. `origin` is where
   * it was declared, when that is not where this is called.
   */
  use(filter: Filter, origin?: Origin): this;
  use(pattern: string, filter: Filter, origin?: Origin): this;
  use(first: string | Filter, second?: Filter | Origin, third?: Origin): this {
    const [text, filter, origin = captureOrigin(this.use)] =
      typeof first === 'string'
        ? [first, second as Filter, third]
        : [undefined, first, second as Origin | undefined];
    const wrong = filterProblem(filter);
    if (wrong !== undefined) return this.report(toDiagnostic({ rule: 'filter', ...wrong, origin }));
    if (text === undefined) return this.#addFilter(filter, undefined, origin);
    if (limitsIn([filter]).length > 0) {
      return this.report(
        toDiagnostic({
          rule: 'limits-by-pattern',
          message: `the limits for ${text}: limits hold for all paths, a class or a route, not for a pattern`,
          hint: 'set them at the router without a pattern, or at the class or route',
          origin,
        }),
      );
    }
    try {
      return this.#addFilter(filter, parsePattern(text).text, origin);
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      const { message, index, hint } = error;
      const finding: Finding = {
        rule: 'filter-pattern',
        message: `the filter for ${text}: ${message} (at character ${index + 1})`,
        hint,
        origin,
      };
      return this.report(toDiagnostic(finding));
    }
  }

  /**
   * Answers what no route is there for: everything, or the paths that a regular expression matches as a whole. Those
   * with a pattern are asked in order, the one without last. Serves 404 only, never 405, 406 or 415.
   */
  notFound(...handlers: readonly NotFoundHandler[]): this {
    this.#notFound.push(...handlers);
    return this.#invalidate();
  }

  /** Adds findings of a front; `build` throws those of all together. */
  report(...diagnostics: readonly Diagnostic[]): this {
    this.#reported.push(...diagnostics);
    return this.#invalidate();
  }

  /**
   * What is registered once `work` is done, which bounds its own time: until then `listen` and the first request wait,
   * and a router that serves already goes on with what it has. Works are done one after another. One that throws keeps
   * the router from starting.
   */
  prepare(work: () => void | PromiseLike<void>): this {
    this.#startupTasks.add(work);
    return this;
  }

  /** Whether {@link prepare} has work that is not done. */
  get isStarting(): boolean {
    return this.#startupTasks.pending !== undefined;
  }

  /** Whether requests have to wait for {@link ready}. */
  get isBlocked(): boolean {
    return this.#startupTasks.pending !== undefined && this.#served === undefined;
  }

  /** Settles once all work is done that {@link prepare} was given. Rejects with what a work threw. */
  async prepared(): Promise<void> {
    await this.#startupTasks.done();
  }

  /** The same, and {@link build}: rejects with `StartupError`. */
  async ready(): Promise<this> {
    await this.#startupTasks.done();
    return this.build();
  }

  /**
   * Resolves every plan now; without it the first request, `createServer` or `listener` does. Throws `StartupError`
   * with all findings at once when one is an error; warnings are logged. Registering more afterwards resolves again.
   * While something is prepared it does nothing: `ready` does, which `listen` waits for.
   */
  build(): this {
    if (!this.isStarting) this.#buildNow();
    return this;
  }

  /** Errors and warnings of what is registered, without throwing. */
  diagnostics(): readonly Diagnostic[] {
    return this.#resolve().diagnostics;
  }

  /** Every route in the order in which it is asked, printable. */
  table(): readonly TableRow[] {
    const { matchers, plans } = this.#resolve();
    return matchers.flatMap((matcher) =>
      matcher.routes.map((route) => rowOf(plans.get(route)!, matcher.name)),
    );
  }

  /**
   * The table with its plans, for documents that are made of it; the very same object until something is registered.
   * Throws as `build` does.
   */
  resolved(): Resolved {
    return this.#buildNow();
  }

  /** How a request such as `GET`, `/notes/7` would be answered: what was considered, and the plan. Runs nothing of it. */
  explain(method: string, target: string): Explanation {
    return explain(method, target, this.#resolve());
  }

  /** Answers a request of any transport, now or later, unless the router {@link isBlocked}; gives what the transport may look at meanwhile. */
  handle(transport: Transport): Exchange {
    const current = !this.#stale && this.#resolvedVersion === versionOf(this.registries);
    const compiled = current ? this.#served! : this.#refresh();
    const exchange = new Exchange(this.toolkit, transport, compiled.next, compiled.canonicals);
    if (hasSubscribers()) RequestEvents.watch(exchange, () => respond(exchange, compiled));
    else respond(exchange, compiled);
    return exchange;
  }

  /**
   * For `http.createServer(router.listener)`, and as middleware for `app.use(router.listener)` of Express or Connect:
   * `next` gets the requests whose path no route has, once the router's filters have let them pass.
   */
  get listener(): Listener {
    this.build();
    return createListener(this, new Lifecycle());
  }

  /** For Bun, Deno, workers and tests. */
  readonly fetch = (request: Request): Promise<Response> => {
    if (this.isBlocked) return this.ready().then(() => this.fetch(request));
    const transport = new FetchTransport(request);
    this.handle(transport);
    return transport.response;
  };

  #invalidate(): this {
    this.#resolved = undefined;
    this.#built = undefined;
    this.#stale = true;
    return this;
  }

  #resolve(): Resolved {
    const version = versionOf(this.registries);
    if (this.#resolved !== undefined && this.#resolvedVersion === version) return this.#resolved;
    this.#resolvedVersion = version;
    this.#built = undefined;
    this.#stale = true;
    const findings: Finding[] = [];
    const report = (finding: Finding): void => void findings.push(finding);
    const plans = resolve(
      this.toolkit.limits,
      {
        routes: this.#routes,
        mounted: this.#mounted,
        filters: this.#filters,
        notFound: this.#notFound,
        registries: this.registries,
      },
      report,
    );
    this.#compiled = compile(plans, this.registries, report);
    this.#resolved = { ...plans, diagnostics: [...this.#reported, ...findings.map(toDiagnostic)] };
    return this.#resolved;
  }

  /** A running server does not fall over what is registered later: it goes on with what it had. */
  #refresh(): CompiledRouter {
    if (this.isStarting && this.#served !== undefined) return this.#served;
    try {
      this.#buildNow();
      this.#served = this.#compiled!;
    } catch (error) {
      if (this.#served === undefined) throw error;
      this.toolkit.logger.error({ error }, 'what was registered since the start is not served');
    }
    this.#stale = false;
    return this.#served;
  }

  #buildNow(): Resolved {
    if (this.isStarting) throw new Error('the routes are still prepared: await router.ready()');
    const resolved = this.#resolve();
    if (this.#built !== undefined) return this.#built;
    const { diagnostics } = resolved;
    if (hasErrors(diagnostics)) throw new StartupError(diagnostics);
    this.#built = resolved;
    try {
      this.#log(resolved);
    } catch {
      // A log that cannot be written keeps nobody from being served.
    }
    return resolved;
  }

  /** Warnings and, where anybody sees them, the plans. */
  #log({ diagnostics }: Resolved): void {
    const { logger } = this.toolkit;
    for (const diagnostic of diagnostics) {
      logger.warn({}, renderText([diagnostic], { source: readSource }).trimEnd());
    }
    if (logger.isLevelEnabled?.('debug') === false) return;
    const rows = this.table();
    const what = this.#hasLogged ? 'the routes were resolved again' : 'the routes are resolved';
    this.#hasLogged = true;
    logger.debug({ routes: rows.length }, what);
    for (const { method, path, ...row } of rows) logger.debug(row, `${method} ${path}`);
  }

  #addFilter(filter: Filter, pattern: string | undefined, origin: Origin): this {
    this.#filters = [...this.#filters, { filter, pattern, scope: 'router', origin, outer: true }];
    return this.#invalidate();
  }
}

/** A request for which nothing subscribes publishes nothing, also when something subscribes meanwhile. */
function hasSubscribers(): boolean {
  const { start, routed, answered, failed } = CHANNELS;
  return start.hasSubscribers || routed.hasSubscribers || answered.hasSubscribers || failed.hasSubscribers;
}

/** Grows with every registration in them and above; plans that were resolved at a smaller one are old. */
function versionOf(registries: Registries): number {
  let version = 0;
  for (let at: Registries | undefined = registries; at !== undefined; at = at.parent) version += at.changes;
  return version;
}

function respond(exchange: Exchange, { matchers, routes, unmatched }: CompiledRouter): void {
  try {
    matchRoute(matchers, exchange);
  } catch (error) {
    // A path that cannot be read: what stands before all routes, such as CORS, stands before this answer as well.
    const perform = (): never => {
      throw error;
    };
    void run({ ...unmatched, perform }, exchange);
    return;
  }
  void run(selectCompiledRoute(exchange, routes, unmatched), exchange);
}

function selectCompiledRoute(
  exchange: Exchange,
  routes: CompiledRoutes,
  unmatched: CompiledRoute,
): CompiledRoute {
  const { match } = exchange;
  if (match === undefined) return unmatched;
  const found = routes.get(match.route)!;
  if (found.variants === undefined) return found;
  const chosen = selectVariant(found.variants, exchange);
  if (chosen === undefined) return found.variants.unmatched;
  if (chosen === match.route) return found;
  exchange.match = { ...match, route: chosen };
  return routes.get(chosen)!;
}
