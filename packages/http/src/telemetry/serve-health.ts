import { setTimeout as pause } from 'node:timers/promises';
import { RestResponse } from '../exchange/rest-response.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { captureOrigin } from '../report/origin.ts';
import type { ExtensibleRouter } from './extensible-router.ts';
import { HealthChecks, type CheckResult, type HealthCheck } from './health-checks.ts';

/** Options for {@link serveHealth}. */
export interface HealthOptions {
  /** Checks, by name, of parts without which the application cannot respond, such as a database. */
  readonly checks?: Readonly<Record<string, HealthCheck>>;
  /** Time limit in milliseconds for each check (default: 5 s). */
  readonly timeout?: number;
  /** Path for which the response is 200 as long as the process responds at all (default: `/livez`). */
  readonly live?: string;
  /**
   * Path for which the response is 200 if the application should receive requests, and otherwise 503 (default:
   * `/readyz`).
   */
  readonly ready?: string;
}

/** Options for {@link Health.close}. */
export interface HealthCloseOptions {
  /**
   * Number of milliseconds for which requests are still accepted, so that load balancers see the 503 (default: 5 s).
   */
  readonly delay?: number;
  /** Number of milliseconds after this delay in which requests in flight can finish (default: 10 s). */
  readonly timeout?: number;
}

/** The body of the readiness response. */
export interface ReadinessReport {
  readonly status: 'ready' | 'not-ready';
  readonly reason?: 'stopping' | 'failing-checks';
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** A server that {@link Health.close} closes. */
export interface ClosableServer<R> {
  /** Closes the server and aborts requests that have not finished after `timeout` milliseconds. */
  close(options: { readonly timeout?: number }): Promise<R>;
}

const OPTIONS: OptionNames<HealthOptions> = { checks: true, timeout: true, live: true, ready: true };
const CLOSE_OPTIONS: OptionNames<HealthCloseOptions> = { delay: true, timeout: true };

/** The state of an application, for load balancers and orchestrators. */
export class Health {
  readonly #checks: HealthChecks;
  #stopping = false;

  constructor(checks: HealthChecks) {
    this.#checks = checks;
  }

  /** Runs all checks and returns their results. After {@link close}, runs no checks and reports `not-ready`. */
  async check(): Promise<ReadinessReport> {
    if (this.#stopping) return { status: 'not-ready', reason: 'stopping', checks: {} };
    const checks = await this.#checks.run();
    const fails = Object.values(checks).some((result) => result !== 'ok');
    return fails ? { status: 'not-ready', reason: 'failing-checks', checks } : { status: 'ready', checks };
  }

  /**
   * Shuts down without refusing connections. From now on, the readiness response is 503, while the server still accepts
   * requests for `delay` milliseconds. Then the server is closed. Resolves with the result of `server.close`.
   */
  async close<R>(server: ClosableServer<R>, options: HealthCloseOptions = {}): Promise<R> {
    assertOptions('health.close', options, CLOSE_OPTIONS);
    const { delay = 5_000, timeout = 10_000 } = options;
    this.#stopping = true;
    await pause(delay);
    return server.close({ timeout });
  }
}

/**
 * Adds a route for liveness and a route for readiness, which runs all checks. A check is logged when it begins to fail
 * and when it succeeds again. The response contains only the status and the names and results of the checks. The
 * router's filters apply to both routes. Throws `TypeError` or `RangeError` if an option is invalid.
 */
export function serveHealth(router: ExtensibleRouter, options: HealthOptions = {}): Health {
  assertOptions('serveHealth', options, OPTIONS);
  assertTypes('serveHealth', options, { timeout: 'a number', live: 'a string', ready: 'a string' });
  const { checks = {}, timeout = 5_000, live = '/livez', ready = '/readyz' } = options;
  const health = new Health(new HealthChecks(checks, timeout, router.toolkit.logger));
  const origin = captureOrigin(serveHealth);
  router.add(
    {
      method: 'GET',
      path: live,
      bindings: [],
      handler: () => new RestResponse({ status: 'ok' }, { headers: NO_STORE }),
      description: 'Responds while the process is running.',
      hidden: true,
      origin,
    },
    {
      method: 'GET',
      path: ready,
      bindings: [],
      handler: async () => {
        const report = await health.check();
        return new RestResponse(report, { status: report.status === 'ready' ? 200 : 503, headers: NO_STORE });
      },
      description: 'Responds with 503 if a check fails or the server is about to close.',
      hidden: true,
      origin,
    },
  );
  return health;
}

const NO_STORE = { 'cache-control': 'no-store' };
