import { displayPath } from '@writ/diagnostics/internal';
import type { TableRow } from '@writ/http/kernel';
import { toArguments, type ServingOptions } from '../controller-server/serving-options.ts';
import { STOP_LIMIT } from '../controller-server/stop-limits.ts';
import { exitStatus } from '../process/exit-status.ts';
import type { StopSignals } from '../process/stop-signals.ts';
import { describeExit, isExit, startWorker, type Exit, type WorkerProcess } from '../workers/worker.ts';
import type { Serving } from '../workers/protocol.ts';
import { tableDifference } from './table-difference.ts';
import type { SourceWatcher } from './watch-sources.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/**
 * The lines around the findings of a start, by which a problem matcher recognizes that earlier findings are obsolete.
 */
const CHECKS_BEGIN = 'start-up checks begin';
const CHECKS_END = 'start-up checks end';

/**
 * Serves with one worker and starts a new worker after each change. The previous worker continues to serve until the
 * new worker does, and therefore also while the new code has findings.
 */
export class DevServer {
  readonly #argv: readonly string[];
  readonly #framesFindings: boolean;
  readonly #workers = new Set<WorkerProcess>();
  #current: WorkerProcess | undefined;
  #rows: readonly TableRow[] | undefined;

  constructor(options: ServingOptions) {
    this.#argv = toArguments(options);
    this.#framesFindings = options.diagnostics;
  }

  /** Serves until a signal, and returns the exit status. */
  async serve(watching: SourceWatcher, stop: StopSignals): Promise<number> {
    const stopped = stop.requested.then(() => 'stopped' as const);
    let status: number | undefined;
    while (status === undefined && !stop.signal.aborted) {
      const changed = watching.changed();
      status = await this.#start(Promise.race([changed, stopped]));
      if (status !== undefined) break;
      const file = await Promise.race([changed, stopped, this.#waitForExit()]);
      if (file === 'stopped') break;
      const change = file === 'died' ? await Promise.race([changed, stopped]) : file;
      if (change === 'stopped') break;
      printMessage(`${displayPath(change)} changed`);
    }
    await this.#stopAll();
    return status ?? exitStatus.done;
  }

  /** Kills all workers. */
  kill(): void {
    for (const worker of this.#workers) worker.kill();
  }

  /** Starts a worker and, if findings are framed, prints the lines around them. */
  async #start(interrupted: Promise<unknown>): Promise<number | undefined> {
    if (this.#framesFindings) printMessage(CHECKS_BEGIN);
    const status = await this.#startWorker(interrupted);
    if (this.#framesFindings) printMessage(CHECKS_END);
    return status;
  }

  /**
   * Starts a worker, which is killed if it does not serve before the next change or signal. Returns the exit status for
   * a usage error if no other worker serves, because a restart cannot fix it; otherwise undefined.
   */
  async #startWorker(interrupted: Promise<unknown>): Promise<number | undefined> {
    const worker = startWorker(this.#argv);
    this.#workers.add(worker);
    void worker.exited.then(() => this.#workers.delete(worker));
    const outcome = await Promise.race([worker.started, interrupted.then(() => undefined)]);
    if (outcome === undefined) {
      worker.kill();
      // The worker may still be printing findings.
      await worker.exited;
      return undefined;
    }
    if (isExit(outcome)) return this.#handleFailedStart(outcome);
    await this.#replace(worker, outcome);
    return undefined;
  }

  #handleFailedStart({ status, signal }: Exit): number | undefined {
    if (this.#current === undefined && status === exitStatus.usage) return status;
    if (status !== exitStatus.findings)
      printMessage(`the worker ${describeExit({ status, signal })} before it started serving`);
    printMessage(
      this.#current === undefined
        ? 'waiting for a change'
        : 'the last working version continues to serve requests',
    );
    return undefined;
  }

  async #replace(worker: WorkerProcess, { summary, url, rows }: Serving): Promise<void> {
    const before = this.#current;
    this.#current = worker;
    if (before !== undefined) {
      stopGracefully(before);
      await before.closing;
    }
    if (this.#rows !== undefined) {
      const difference = tableDifference(this.#rows, rows);
      const lines = difference.length === 0 ? ['  no route changed'] : difference;
      writeStandardError(`${lines.join('\n')}\n`);
    }
    this.#rows = rows;
    printMessage(`${summary} at ${url}`);
  }

  /** Resolves when the serving worker exits unexpectedly; never if no worker is serving. */
  async #waitForExit(): Promise<'died'> {
    const worker = this.#current;
    if (worker === undefined) return new Promise(() => {});
    const exit = await worker.exited;
    if (this.#current === worker) {
      this.#current = undefined;
      printMessage(`the worker ${describeExit(exit)}; the next change starts a new one`);
    }
    return 'died';
  }

  async #stopAll(): Promise<void> {
    this.#current = undefined;
    const workers = [...this.#workers];
    for (const worker of workers) stopGracefully(worker);
    await Promise.all(workers.map(({ exited }) => exited));
  }
}

/** Stops the worker, which can finish its requests within the time limit. */
function stopGracefully(worker: WorkerProcess): void {
  worker.stop();
  const killTimer = setTimeout(() => worker.kill(), STOP_LIMIT);
  void worker.exited.then(() => clearTimeout(killTimer));
}
