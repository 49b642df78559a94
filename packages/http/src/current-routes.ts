import { hasErrors, type Diagnostic } from '@writ/diagnostics';
import type { Registries } from './contract/registry.ts';
import type { ToolkitContext } from './contract/toolkit-context.ts';
import { rowsOf } from './inspect/rows.ts';
import { compile } from './pipeline/compile.ts';
import type { CompiledRouter } from './pipeline/compiled-route.ts';
import { resolve } from './plan/resolve.ts';
import type { Registered, Resolved } from './plan/resolved.ts';
import { toDiagnostic, type Finding } from './report/findings.ts';
import { logWarnings } from './report/log-warnings.ts';
import { StartupError } from './report/startup-error.ts';

/** The registrations from which the routes are resolved. */
interface RouteSource {
  readonly registered: () => Registered;
  /** Increases with every change to the registries that routes use. */
  readonly version: () => number;
  /** The front ends' findings. */
  readonly reported: () => readonly Diagnostic[];
  readonly isStarting: () => boolean;
}

export const NO_PROTOCOLS: ReadonlySet<string> = new Set();

/** The routes of a router, which are resolved and compiled again after later registrations. */
export class CurrentRoutes {
  readonly #toolkit: ToolkitContext;
  readonly #source: RouteSource;
  #resolved: Resolved | undefined;
  #compiled: CompiledRouter | undefined;
  /** The version of the registries at which the plans were resolved. */
  #resolvedVersion = -1;
  /** The resolved routes, if they contain no errors. */
  #built: Resolved | undefined;
  /** The compiled routes that answer requests; outdated while later registrations contain errors. */
  #served: CompiledRouter | undefined;
  #stale = true;
  /** Whether the routes have been logged. */
  #hasLogged = false;

  constructor(toolkit: ToolkitContext, source: RouteSource) {
    this.#toolkit = toolkit;
    this.#source = source;
  }

  /** Whether there are compiled routes, so that requests can be answered while the router is starting. */
  get isServed(): boolean {
    return this.#served !== undefined;
  }

  /** Called after each registration. */
  invalidate(): void {
    this.#resolved = undefined;
    this.#built = undefined;
    this.#stale = true;
  }

  /** Returns the compiled routes that answer requests. */
  compiled(): CompiledRouter {
    return this.upToDate ?? this.#refresh();
  }

  /** The compiled routes that answer requests; undefined if they must be compiled first. */
  get upToDate(): CompiledRouter | undefined {
    const isCurrent = !this.#stale && this.#resolvedVersion === this.#source.version();
    return isCurrent ? this.#served : undefined;
  }

  /** The protocols to which routes upgrade connections. */
  get upgrades(): ReadonlySet<string> {
    try {
      return this.compiled().upgrades;
    } catch {
      // The routes are invalid; `build` and the response to the request report the reason.
      return NO_PROTOCOLS;
    }
  }

  /** Resolves the routes, which may contain errors. */
  resolve(): Resolved {
    const version = this.#source.version();
    if (this.#resolved !== undefined && this.#resolvedVersion === version) return this.#resolved;
    this.#resolvedVersion = version;
    this.#built = undefined;
    this.#stale = true;
    const findings: Finding[] = [];
    const report = (finding: Finding): void => void findings.push(finding);
    const registered = this.#source.registered();
    const plans = resolve(this.#toolkit.limits, registered, report);
    this.#compiled = compile(plans, registered.registries, this.#toolkit, report);
    this.#resolved = { ...plans, diagnostics: [...this.#source.reported(), ...findings.map(toDiagnostic)] };
    return this.#resolved;
  }

  /**
   * Resolves the routes and logs warnings. Throws `StartupError` if the routes contain errors, and an `Error` while
   * start-up work is pending.
   */
  build(): Resolved {
    if (this.#source.isStarting()) throw new Error('the router is still starting: await router.ready()');
    const resolved = this.resolve();
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

  /** Applies later registrations. If they contain errors, a running server keeps its previous routes. */
  #refresh(): CompiledRouter {
    if (this.#source.isStarting() && this.#served !== undefined) return this.#served;
    try {
      this.build();
      this.#served = this.#compiled!;
    } catch (error) {
      if (this.#served === undefined) throw error;
      this.#toolkit.logger.error({ error }, 'routes registered after start-up were not applied');
    }
    this.#stale = false;
    return this.#served;
  }

  /** Logs warnings and, if the logger has the level `debug`, the routes. */
  #log(resolved: Resolved): void {
    const { logger } = this.#toolkit;
    logWarnings(logger, resolved.diagnostics);
    if (logger.isLevelEnabled?.('debug') === false) return;
    const rows = rowsOf(resolved);
    const message = this.#hasLogged ? 'routes resolved again' : 'routes resolved';
    this.#hasLogged = true;
    logger.debug({ routes: rows.length }, message);
    for (const { method, path, ...row } of rows) logger.debug(row, `${method} ${path}`);
  }
}

/**
 * Returns a version that increases with every change to these registries and their parents. Plans resolved at a lower
 * version are outdated.
 */
export function versionOf(registries: Registries): number {
  let version = 0;
  for (let at: Registries | undefined = registries; at !== undefined; at = at.parent) version += at.changes;
  return version;
}
