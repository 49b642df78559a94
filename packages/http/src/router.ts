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
import type { CompiledRoute, CompiledRouter } from './pipeline/compiled-route.ts';
import type { Resolved } from './plan/resolved.ts';
import { StartupTasks } from './startup-tasks.ts';
import { filterProblem } from './policies/filter-metadata.ts';
import { run } from './pipeline/run.ts';
import { selectVariant } from './pipeline/variants.ts';
import type { Route } from './contract/route.ts';
import { Registries } from './contract/registry.ts';
import { Deadlines } from './server/deadlines.ts';
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

/** A route table and the pipeline that serves it. */
export class Router {
  readonly toolkit: Toolkit;
  /** The components of this router; the parent of these registries are the toolkit's. */
  readonly registries: Registries;
  readonly #routes: Route[] = [];
  readonly #mounted: Matcher[] = [];
  #filters: readonly PlannedFilter[] = [];
  readonly #notFound: NotFoundHandler[] = [];
  readonly #reported: Diagnostic[] = [];
  #resolved: Resolved | undefined;
  #compiled: CompiledRouter | undefined;
  /** The version of the registries at which the plans were resolved. */
  #resolvedVersion = -1;
  /** The resolved routes, if they contain no errors. */
  #built: Resolved | undefined;
  /** The compiled routes that answer requests; outdated while later registrations contain errors. */
  #served: CompiledRouter | undefined;
  #stale = true;
  readonly #startupTasks = new StartupTasks();
  /** Watches the time limits of bodies that `fetch` reads. */
  readonly #deadlines = new Deadlines();
  /** Whether the routes have been logged. */
  #hasLogged = false;

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit;
    this.registries = new Registries(toolkit.registries);
  }

  /** Appends routes to the pattern table. */
  add(...routes: readonly Route[]): this {
    this.#routes.push(...routes);
    return this.#invalidate();
  }

  /** Adds a matcher other than the pattern table. Matchers are tried after the table, in the order in which they are mounted. */
  mount(matcher: Matcher): this {
    this.#mounted.push(matcher);
    return this.#invalidate();
  }

  /**
   * Adds a filter for every request, or for every request whose path matches the pattern, even if the response is 404
   * or 405. `origin` is the location at which the filter was declared (default: the location of the call).
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
          message: `limits(…) cannot be used for the pattern ${text}`,
          hint: 'set limits at the router without a pattern, at a class or at a route',
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
        message: `the pattern ${text} of a filter is invalid at character ${index + 1}: ${message}`,
        hint,
        origin,
      };
      return this.report(toDiagnostic(finding));
    }
  }

  /**
   * Adds handlers for requests that no route matches, or for those whose whole path matches a regular expression.
   * Handlers with a pattern are tried in order before the handler without one. They handle 404, but not 405, 406 or
   * 415.
   */
  notFound(...handlers: readonly NotFoundHandler[]): this {
    this.#notFound.push(...handlers);
    return this.#invalidate();
  }

  /** Adds findings of a front end. `build` reports all findings together. */
  report(...diagnostics: readonly Diagnostic[]): this {
    this.#reported.push(...diagnostics);
    return this.#invalidate();
  }

  /**
   * Runs start-up work. `listen` and the first request wait until it is done; a router that already serves retains its
   * current routes until then. Several tasks run one after another. `work` must limit its own time; if it throws, the
   * router does not start.
   */
  prepare(work: () => void | PromiseLike<void>): this {
    this.#startupTasks.add(work);
    return this;
  }

  /** Whether work of {@link prepare} is pending. */
  get isStarting(): boolean {
    return this.#startupTasks.pending !== undefined;
  }

  /** Whether requests must wait for {@link ready}. */
  get isBlocked(): boolean {
    return this.#startupTasks.pending !== undefined && this.#served === undefined;
  }

  /** Resolves when all work of {@link prepare} is done. Rejects if any of it fails. */
  async prepared(): Promise<void> {
    await this.#startupTasks.done();
  }

  /** Waits for {@link prepared}, then calls {@link build}. Rejects with `StartupError` if routes are invalid. */
  async ready(): Promise<this> {
    await this.#startupTasks.done();
    return this.build();
  }

  /**
   * Resolves all route plans. `createServer`, `listener` and the first request call it if needed. Throws `StartupError`
   * with all findings if any of them is an error; logs warnings. Later registrations cause plans to be resolved again.
   * Does nothing while work of {@link prepare} is pending; `ready` then calls it, and `listen` waits for `ready`.
   */
  build(): this {
    if (!this.isStarting) this.#buildNow();
    return this;
  }

  /** Returns all errors and warnings about the registrations. Does not throw. */
  diagnostics(): readonly Diagnostic[] {
    return this.#resolve().diagnostics;
  }

  /** Returns a printable row for each route, in the order in which routes are tried. */
  table(): readonly TableRow[] {
    const { matchers, plans } = this.#resolve();
    return matchers.flatMap((matcher) =>
      matcher.routes.map((route) => rowOf(plans.get(route)!, matcher.name)),
    );
  }

  /**
   * Returns the routes with their plans, for documentation generators. Returns the same object until the next
   * registration. Throws the same errors as `build`.
   */
  resolved(): Resolved {
    return this.#buildNow();
  }

  /**
   * Explains how a request such as `GET`, `/notes/7` would be answered: lists the routes considered and the plan of the
   * selected route. Does not run a handler.
   */
  explain(method: string, target: string): Explanation {
    return explain(method, target, this.#resolve());
  }

  /** Answers a request of any transport, synchronously or asynchronously. Must not be called while {@link isBlocked} is true. */
  handle(transport: Transport): Exchange {
    const current = !this.#stale && this.#resolvedVersion === versionOf(this.registries);
    const compiled = current ? this.#served! : this.#refresh();
    const exchange = new Exchange(this.toolkit, transport, compiled.next, compiled.canonicals);
    if (hasSubscribers()) RequestEvents.watch(exchange, () => respond(exchange, compiled));
    else respond(exchange, compiled);
    return exchange;
  }

  /**
   * A listener for `http.createServer(router.listener)`, or middleware for `app.use(router.listener)` of Express or
   * Connect: `next` is called for requests that no route matches, after the router's filters.
   */
  get listener(): Listener {
    this.build();
    return createListener(this, new Lifecycle());
  }

  /** A fetch handler, for Bun, Deno, service workers and tests. */
  readonly fetch = (request: Request): Promise<Response> => {
    if (this.isBlocked) return this.ready().then(() => this.fetch(request));
    const transport = new FetchTransport(request, this.#deadlines);
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

  /** Applies later registrations. If they contain errors, a running server retains its previous routes. */
  #refresh(): CompiledRouter {
    if (this.isStarting && this.#served !== undefined) return this.#served;
    try {
      this.#buildNow();
      this.#served = this.#compiled!;
    } catch (error) {
      if (this.#served === undefined) throw error;
      this.toolkit.logger.error({ error }, 'routes registered after start-up were not applied');
    }
    this.#stale = false;
    return this.#served;
  }

  #buildNow(): Resolved {
    if (this.isStarting) throw new Error('the router is still starting: await router.ready()');
    const resolved = this.#resolve();
    if (this.#built !== undefined) return this.#built;
    const { diagnostics } = resolved;
    if (hasErrors(diagnostics)) throw new StartupError(diagnostics);
    this.#built = resolved;
    try {
      this.#log(resolved);
    } catch {
      // A failing logger must not stop the router from serving.
    }
    return resolved;
  }

  /** Logs warnings and, if the logger has the level `debug`, the routes. */
  #log({ diagnostics }: Resolved): void {
    const { logger } = this.toolkit;
    for (const diagnostic of diagnostics) {
      logger.warn({}, renderText([diagnostic], { source: readSource }).trimEnd());
    }
    if (logger.isLevelEnabled?.('debug') === false) return;
    const rows = this.table();
    const message = this.#hasLogged ? 'routes resolved again' : 'routes resolved';
    this.#hasLogged = true;
    logger.debug({ routes: rows.length }, message);
    for (const { method, path, ...row } of rows) logger.debug(row, `${method} ${path}`);
  }

  #addFilter(filter: Filter, pattern: string | undefined, origin: Origin): this {
    this.#filters = [...this.#filters, { filter, pattern, scope: 'router', origin, outer: true }];
    return this.#invalidate();
  }
}

/** Checked once, at the start of each request: later subscribers receive no events for it. */
function hasSubscribers(): boolean {
  const { start, routed, answered, failed } = CHANNELS;
  return start.hasSubscribers || routed.hasSubscribers || answered.hasSubscribers || failed.hasSubscribers;
}

/**
 * Returns a version that increases with every registration in these registries and their parents. Plans resolved at a
 * lower version are outdated.
 */
function versionOf(registries: Registries): number {
  let version = 0;
  for (let at: Registries | undefined = registries; at !== undefined; at = at.parent) version += at.changes;
  return version;
}

function respond(exchange: Exchange, compiled: CompiledRouter): void {
  const { unmatched } = compiled;
  try {
    matchRoute(compiled.matchers, exchange);
  } catch (error) {
    // The path is invalid. The router's filters, such as CORS, run for this response as well.
    const perform = (): never => {
      throw error;
    };
    void run({ ...unmatched, perform }, exchange);
    return;
  }
  void run(selectCompiledRoute(exchange, compiled), exchange);
}

function selectCompiledRoute(
  exchange: Exchange,
  { routes, byPosition, unmatched }: CompiledRouter,
): CompiledRoute {
  const { match } = exchange;
  if (match === undefined) return unmatched;
  const { position } = match;
  const indexed = position === undefined ? undefined : byPosition[position];
  const found = indexed?.route === match.route ? indexed : routes.get(match.route)!;
  if (found.variants === undefined) return found;
  const chosen = selectVariant(found.variants, exchange);
  if (chosen === undefined) return found.variants.unmatched;
  if (chosen === match.route) return found;
  exchange.match = { ...match, route: chosen };
  return routes.get(chosen)!;
}
