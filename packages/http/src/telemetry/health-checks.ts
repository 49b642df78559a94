import { withTimeout } from '@writ/diagnostics/internal';
import type { Logger } from '../contract/logger.ts';
import { assertType } from '../internal/option-types.ts';

/** A check of one part of an application. It fails if it throws, rejects, returns false or exceeds its time limit. */
export type HealthCheck = (signal: AbortSignal) => unknown;

/** The result of one check. */
export type CheckResult = 'ok' | 'failing' | 'timeout';

/** Runs checks concurrently, each with a time limit. */
export class HealthChecks {
  readonly #checks: readonly Check[];

  /** @throws TypeError if a check is not a function, or RangeError if the time limit is not positive */
  constructor(checks: Readonly<Record<string, HealthCheck>>, timeout: number, logger: Logger) {
    if (!(timeout > 0)) throw new RangeError(`serveHealth: timeout must be more than 0 ms, not ${timeout}`);
    this.#checks = Object.entries(checks).map(([name, check]) => {
      assertType(`serveHealth: checks.${name}`, check, 'a function');
      return new Check(name, check, timeout, logger);
    });
  }

  async run(): Promise<Readonly<Record<string, CheckResult>>> {
    const results = this.#checks.map(async (check) => [check.name, await check.run()] as const);
    return Object.fromEntries(await Promise.all(results));
  }
}

/** A check that runs at most once at a time. Requests that arrive while it runs share its result. */
class Check {
  readonly name: string;
  readonly #check: HealthCheck;
  readonly #timeout: number;
  readonly #logger: Logger;
  #running: Promise<CheckResult> | undefined;
  /** Whether the call is still running although its time limit has expired. */
  #hangs = false;
  #last: CheckResult = 'ok';

  constructor(name: string, check: HealthCheck, timeout: number, logger: Logger) {
    this.name = name;
    this.#check = check;
    this.#timeout = timeout;
    this.#logger = logger;
  }

  run(): Promise<CheckResult> {
    if (this.#hangs) return Promise.resolve('timeout');
    return (this.#running ??= this.#runOnce().finally(() => (this.#running = undefined)));
  }

  async #runOnce(): Promise<CheckResult> {
    const abort = new AbortController();
    let error: unknown;
    const call = this.#call(abort.signal).then(
      (): CheckResult => 'ok',
      (reason: unknown): CheckResult => {
        error = reason;
        return 'failing';
      },
    );
    const result = await withTimeout<CheckResult, CheckResult>(call, this.#timeout, () => 'timeout');
    if (result === 'timeout') {
      error = new Error(`took longer than ${this.#timeout} ms`);
      this.#hangs = true;
      void call.then(() => (this.#hangs = false));
      abort.abort(error);
    }
    this.#report(result, error);
    return result;
  }

  async #call(signal: AbortSignal): Promise<void> {
    if ((await this.#check(signal)) === false) throw new Error('returned false');
  }

  /** Logs the result only if it has changed, because orchestrators send a request every few seconds. */
  #report(result: CheckResult, error: unknown): void {
    if (result === this.#last) return;
    this.#last = result;
    if (result === 'ok') this.#logger.info({ check: this.name }, 'the health check succeeds again');
    else this.#logger.warn({ check: this.name, error }, 'the health check fails');
  }
}
