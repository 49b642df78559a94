import type { Diagnostic } from '@writ/diagnostics';
import type { NotFoundHandler } from './plan/resolve-error-handlers.ts';
import { Exchange } from './exchange/exchange.ts';
import type { Transport } from './contract/transport.ts';
import { captureOrigin, type Origin } from './report/origin.ts';
import type { Filter } from './contract/filter.ts';
import type { PlannedFilter } from './plan/filters.ts';
import { respond } from './pipeline/run.ts';
import { requiredTransport } from './plan/required-transport.ts';
import { planRouterFilter } from './plan/router-filter.ts';
import { checkMount, isMatcher, type Mounting } from './plan/mount-findings.ts';
import type { Mount } from './plan/mounts.ts';
import type { Registered, Resolved } from './plan/resolved.ts';
import { upgradeFindings, type ServerWithoutUpgrades } from './plan/upgrade-findings.ts';
import { prefixesInside, recordOwner } from './address/route-owners.ts';
import { RouterHooks, type HookOptions, type LifecycleHooks } from './lifecycle-hooks.ts';
import { StartupTasks } from './startup-tasks.ts';
import { CurrentRoutes, NO_PROTOCOLS, versionOf } from './current-routes.ts';
import type { Route } from './contract/route.ts';
import { Registries } from './contract/registry.ts';
import { logWarnings } from './report/log-warnings.ts';
import { answer } from './server/answer.ts';
import { lacksWebSocketHandlers } from './server/bun-handlers.ts';
import { Deadlines } from './server/deadlines.ts';
import { DirectFetch } from './server/direct-fetch.ts';
import { FetchTransport, IS_WORKER } from './server/fetch-transport.ts';
import { FetchUpgradeTransport, isHandshake } from './server/fetch-upgrade-transport.ts';
import { Lifecycle } from './server/lifecycle.ts';
import { createListener, createMiddleware, type Listener, type Middleware } from './server/listener.ts';
import { explain } from './inspect/explain.ts';
import type { Explanation } from './inspect/explanation.ts';
import { toDiagnostic } from './report/findings.ts';
import type { Matcher } from './contract/matcher.ts';
import type { TableRow } from './inspect/row.ts';
import { rowsOf } from './inspect/rows.ts';
import type { Toolkit } from './toolkit.ts';
import { CHANNELS, RequestEvents } from './observe/request-events.ts';

/** A route table and the pipeline that serves it. */
export class Router {
  readonly toolkit: Toolkit;
  /**
   * The registries of this router. They inherit from those of the toolkit or, if the router is mounted, of the outer
   * router.
   */
  readonly registries: Registries;
  readonly #routes: Route[] = [];
  readonly #mounted: Matcher[] = [];
  #filters: readonly PlannedFilter[] = [];
  readonly #notFound: NotFoundHandler[] = [];
  readonly #reported: Diagnostic[] = [];
  readonly #current: CurrentRoutes;
  readonly #startupTasks = new StartupTasks(() => this.#innerRouters.map((inner) => inner.#startupTasks));
  /** Runs the lifecycle hooks, for servers. */
  readonly hooks: RouterHooks;
  readonly #mounts: (Mount & { readonly router: Router })[] = [];
  /** The routers that mount this router, with its prefixes. */
  readonly #outer: { readonly router: Router; readonly prefix: string }[] = [];
  /** Enforces the time limits for bodies that `fetch` reads. */
  readonly #deadlines = new Deadlines();
  readonly #direct = new DirectFetch(this, this.#deadlines);
  /** Whether the server of the runtime that calls `fetch` has been checked. */
  #isHostChecked = false;
  /** Aborted by `close`. Created by it, or with the first connection that `fetch` upgrades. */
  #closing: AbortController | undefined;

  constructor(toolkit: Toolkit) {
    this.toolkit = toolkit;
    this.registries = new Registries(toolkit.registries);
    this.hooks = new RouterHooks(toolkit.logger, () => this.#innerRouters.map(({ hooks }) => hooks));
    this.#current = new CurrentRoutes(toolkit, {
      registered: () => this.#registered(),
      version: () => this.#version,
      reported: () => this.#allReported,
      isStarting: () => this.isStarting,
    });
  }

  /** Appends routes to the pattern table. */
  add(...routes: readonly Route[]): this {
    this.#routes.push(...routes);
    for (const each of routes) recordOwner(each, this);
    return this.#invalidate();
  }

  /**
   * Adds a matcher other than the pattern table. Matchers are tried after the table, in the order in which they are
   * mounted.
   */
  mount(matcher: Matcher): this;
  /**
   * Serves another router, or a matcher, under a prefix: a pattern such as `/admin` or `/tenants/{tenant}`. The other
   * router's filters, components and handlers apply to its own routes and to unmatched requests under the prefix; they
   * are nested inside those of this router. Routes that are added to it later are served as well. `origin` is the
   * location of the mount (default: the location of the call).
   */
  mount(prefix: string, inner: Router | Matcher, origin?: Origin): this;
  mount(first: string | Matcher, inner?: Router | Matcher, origin: Origin = captureOrigin(this.mount)): this {
    if (typeof first !== 'string') {
      this.#mounted.push(first);
      return this.#invalidate();
    }
    const router = isMatcher(inner) ? createRouter(this.toolkit).mount(inner) : inner;
    const finding = checkMount(first, isRouter(router) ? router.#mounting(this) : undefined, origin);
    if (finding !== undefined) return this.report(toDiagnostic(finding));
    return this.#mountRouter(first, router as Router);
  }

  /** The properties that decide whether a router can be mounted in `outer`. */
  #mounting(outer: Router): Mounting {
    return {
      sharesToolkit: this.toolkit === outer.toolkit,
      contains: this === outer || this.#mountsRouter(outer),
      isElsewhere: this.#outer.some(({ router }) => router !== outer),
    };
  }

  #mountsRouter(router: Router): boolean {
    return this.#mounts.some((mount) => mount.router === router || mount.router.#mountsRouter(router));
  }

  #mountRouter(prefix: string, router: Router): this {
    this.#mounts.push({
      prefix,
      router,
      registered: () => router.#registered(),
      routesBefore: this.#routes.length,
      matchersBefore: this.#mounted.length,
    });
    router.#outer.push({ router: this, prefix });
    router.registries.parent = this.registries;
    router.registries.scope = `router ${router.prefixes.join(', ')}`;
    return this.#invalidate();
  }

  /**
   * The prefixes at which this router is mounted, including those of outer routers; an empty string if it is not
   * mounted.
   */
  get prefixes(): readonly string[] {
    return prefixesInside(this.#outer);
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
    const result = planRouterFilter(text, filter, origin);
    if ('finding' in result) return this.report(toDiagnostic(result.finding));
    this.#filters = [...this.#filters, result.planned];
    return this.#invalidate();
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

  /** Adds findings from a front end. `build` reports all findings together. */
  report(...diagnostics: readonly Diagnostic[]): this {
    this.#reported.push(...diagnostics);
    return this.#invalidate();
  }

  /**
   * Runs start-up work. `listen` and the first request wait until it is done; a router that is already serving keeps
   * its current routes until then. Several tasks run one after another. `work` must limit its own time; if it throws,
   * the router does not start.
   */
  prepare(work: () => void | PromiseLike<void>): this {
    this.#startupTasks.add(work);
    return this;
  }

  /**
   * Adds a function to a phase. Hooks of a phase run one after another, `stop` hooks in reverse order, each for at most
   * `timeout` ms (default: 10 s). Throws `TypeError` or `RangeError` if invalid, and an error if it is too late.
   */
  addHook<P extends keyof LifecycleHooks>(phase: P, hook: LifecycleHooks[P], options?: HookOptions): this {
    this.hooks.add(phase, hook, options, captureOrigin(this.addHook));
    return this;
  }

  /**
   * Closes a router that no server of the toolkit serves: closes the WebSocket connections that `fetch` has accepted,
   * waits up to 10 s for their hooks and other background tasks, and runs the `stop` hooks. `fetch` refuses later
   * handshakes of WebSockets with 503. Never rejects.
   */
  async close(): Promise<void> {
    const hasUpgraded = this.#closing?.signal.aborted === false;
    (this.#closing ??= new AbortController()).abort(new Error('the router is closing'));
    if (hasUpgraded) await this.toolkit.background.settle(CLOSE_LIMIT);
    await this.hooks.stop();
  }

  /** Whether start-up work from {@link prepare} is pending on this router or on a router that it mounts. */
  get isStarting(): boolean {
    return this.#startupTasks.isPending;
  }

  /** Whether requests must wait for {@link ready}. */
  get isBlocked(): boolean {
    return !this.#current.isServed && (this.isStarting || this.hooks.isPending);
  }

  /** Resolves when all start-up work from {@link prepare}, here and in mounted routers, is done. Rejects if it fails. */
  prepared(): Promise<void> {
    return this.#startupTasks.done();
  }

  /** Waits for {@link prepared}, calls {@link build} and runs the `start` hooks. Rejects if any of these fails. */
  async ready(): Promise<this> {
    await this.prepared();
    this.build();
    await this.hooks.start();
    return this.build();
  }

  /**
   * Resolves all route plans. `createServer`, `listener` and the first request call it if needed. Throws `StartupError`
   * with all findings if any of them is an error; logs warnings. Later registrations cause plans to be resolved again.
   * Does nothing while start-up work from {@link prepare} is pending; `ready` then calls it, and `listen` waits for
   * `ready`.
   */
  build(): this {
    if (!this.isStarting) this.#current.build();
    return this;
  }

  /** Returns all errors and warnings about the registrations. Does not throw. */
  diagnostics(): readonly Diagnostic[] {
    return this.#current.resolve().diagnostics;
  }

  /** Returns a printable row for each route, in the order in which routes are tried. */
  table(): readonly TableRow[] {
    return rowsOf(this.#current.resolve());
  }

  /**
   * Returns the routes with their plans, for documentation generators. Returns the same object until the next
   * registration. Throws the same errors as `build`, and an `Error` while start-up work is pending.
   */
  resolved(): Resolved {
    return this.#current.build();
  }

  /**
   * Explains how a request such as `GET`, `/notes/7` would be answered: lists the routes considered and the plan of the
   * selected route. Does not run a handler. Throws `HttpError` 400 or 414 if the path is invalid or too long.
   */
  explain(method: string, target: string): Explanation {
    return explain(method, target, this.#current.resolve());
  }

  /**
   * The transport that a filter requires: `node` for `connect()`. Undefined if no filter requires one, or while
   * start-up work is pending.
   */
  get requiredTransport(): 'node' | undefined {
    if (this.isStarting) return undefined;
    return requiredTransport(this.#current.build());
  }

  /** Logs a warning for each route that upgrades connections, which the server cannot do. Never throws. */
  warnAboutUpgrades(server: ServerWithoutUpgrades): void {
    try {
      logWarnings(this.toolkit.logger, upgradeFindings(this.#current.build(), server).map(toDiagnostic));
    } catch {
      // A failing logger must not stop the router from serving.
    }
  }

  /** The protocols to which routes upgrade connections. Empty if the routes are invalid or {@link isBlocked} is true. */
  get upgrades(): ReadonlySet<string> {
    return this.isBlocked ? NO_PROTOCOLS : this.#current.upgrades;
  }

  /** Answers a request on any transport. Must not be called while {@link isBlocked} is true. */
  handle(transport: Transport): Exchange {
    const compiled = this.#current.compiled();
    const exchange = new Exchange(transport, compiled, this);
    if (hasSubscribers()) RequestEvents.watch(exchange, () => respond(exchange, compiled));
    else respond(exchange, compiled);
    return exchange;
  }

  /**
   * Returns middleware for `app.use(router.asMiddleware())` or `app.use('/api', router.asMiddleware())` in Express or
   * Connect. It calls `next` for requests that no route matches, after the router's filters.
   */
  asMiddleware(): Middleware {
    return createMiddleware(this.listener);
  }

  /** A listener for `http.createServer(router.listener)`. */
  get listener(): Listener {
    this.build();
    return createListener(this, new Lifecycle());
  }

  /**
   * A fetch handler, for Bun, Deno, workers and tests. Rejects with `StartupError` if routes are invalid. `server` is the
   * second argument that Bun passes to fetch handlers, which WebSocket routes require there.
   */
  readonly fetch = (request: Request, server?: unknown): Promise<Response> => {
    if (this.isBlocked) return this.ready().then(() => this.fetch(request, server));
    try {
      return this.#answerDirectly(request) ?? answer(this, this.#createTransport(request, server));
    } catch (error) {
      return Promise.reject(error as Error);
    }
  };

  #answerDirectly(request: Request): Promise<Response> | undefined {
    const compiled = this.#current.upToDate;
    if (compiled === undefined || compiled.upgrades.size > 0 || hasSubscribers()) return undefined;
    return this.#direct.answer(request, compiled);
  }

  #createTransport(request: Request, server: unknown): FetchTransport {
    if (this.#current.upgrades.size > 0) {
      if (isHandshake(request)) {
        return new FetchUpgradeTransport(request, this.#deadlines, server, this.#closingSignal);
      }
      if (!this.#isHostChecked && lacksWebSocketHandlers(request, server)) this.warnAboutUpgrades('bun');
      this.#isHostChecked = true;
    }
    return new FetchTransport(request, this.#deadlines);
  }

  get #closingSignal(): AbortSignal | undefined {
    return IS_WORKER ? undefined : (this.#closing ??= new AbortController()).signal;
  }

  #invalidate(): this {
    this.#current.invalidate();
    for (const { router } of this.#outer) router.#invalidate();
    return this;
  }

  #registered(): Registered {
    return {
      routes: this.#routes,
      mounted: this.#mounted,
      filters: this.#filters,
      notFound: this.#notFound,
      registries: this.registries,
      mounts: this.#mounts,
    };
  }

  /** Increases with every change to the registries that routes use. */
  get #version(): number {
    let version = versionOf(this.registries);
    for (const { router } of this.#mounts) version += router.#version;
    return version;
  }

  /** The front ends' findings about this router and the routers that it mounts. */
  get #allReported(): readonly Diagnostic[] {
    return [...this.#reported, ...this.#innerRouters.flatMap((router) => router.#allReported)];
  }

  /** The mounted routers, without duplicates. */
  get #innerRouters(): readonly Router[] {
    return [...new Set(this.#mounts.map(({ router }) => router))];
  }
}

/** Time limit for background tasks when a router is closed, in milliseconds. */
const CLOSE_LIMIT = 10_000;

// These functions are outside the class, because references to the class inside itself, once compiled, would prevent
// bundlers from omitting it.
function isRouter(value: unknown): value is Router {
  return value instanceof Router;
}

function createRouter(toolkit: Toolkit): Router {
  return new Router(toolkit);
}

/** Checked once, at the start of each request: later subscribers receive no events for it. */
function hasSubscribers(): boolean {
  const { start, routed, answered, failed, closed } = CHANNELS;
  return (
    start.hasSubscribers ||
    routed.hasSubscribers ||
    answered.hasSubscribers ||
    failed.hasSubscribers ||
    closed.hasSubscribers
  );
}
