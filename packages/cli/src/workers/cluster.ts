import { toArguments, type ServingOptions } from '../controller-server/serving-options.ts';
import { STOP_LIMIT } from '../controller-server/stop-limits.ts';
import { exitStatus } from '../process/exit-status.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { fixedPort } from './fixed-port.ts';
import { restartDelay } from './restart-delay.ts';
import { describeExit, isExit, startWorker, type Exit, type WorkerProcess } from './worker.ts';
import { printMessage } from '../process/standard-error.ts';

/** Options of a worker cluster. */
export interface ClusterOptions extends ServingOptions {
  readonly workers: number;
  readonly quiet: boolean;
}

/** Serves with several processes on one port, replaces crashed processes, and stops all of them on a signal. */
export async function serveCluster(options: ClusterOptions): Promise<number> {
  const workers = new Cluster(await fixedPort(options));
  const stop = stopOnSignals({ onLastSignal: () => workers.kill() });
  try {
    return await workers.serve(stop);
  } finally {
    stop.release();
  }
}

class Cluster {
  readonly #options: ClusterOptions;
  readonly #workers = new Set<WorkerProcess>();
  readonly #exitTimes: number[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #failed = Promise.withResolvers<number>();
  readonly #argv: readonly string[];
  #stopping = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.#argv = toArguments(options);
  }

  async serve(stop: StopSignals): Promise<number> {
    const ended = stop.requested.then(() => exitStatus.done);
    const first = this.#add(1);
    const started = await Promise.race([first.started, ended]);
    let status: number = exitStatus.done;
    if (typeof started === 'object' && isExit(started)) return toExitStatus(started);
    if (typeof started === 'object') {
      void this.#watch(first, 1);
      const others = Array.from({ length: this.#options.workers - 1 }, (_, index) => this.#add(index + 2));
      for (const [index, each] of others.entries()) void this.#watch(each, index + 2);
      await Promise.race([Promise.all(others.map((each) => each.started)), ended, this.#failed.promise]);
      const { workers, quiet } = this.#options;
      if (!quiet && !stop.signal.aborted) {
        printMessage(
          `${started.summary} at ${started.url} with ${workers} worker${workers === 1 ? '' : 's'}`,
        );
      }
      status = await Promise.race([ended, this.#failed.promise]);
    }
    await this.#stopAll();
    return status;
  }

  /** Kills all workers. */
  kill(): void {
    for (const worker of this.#workers) worker.kill();
  }

  #add(number: number): WorkerProcess {
    const worker = startWorker(this.#argv, number);
    this.#workers.add(worker);
    void worker.exited.then(() => this.#workers.delete(worker));
    return worker;
  }

  /** Replaces a worker after its exit. */
  async #watch(worker: WorkerProcess, number: number): Promise<void> {
    const exit = await worker.exited;
    const served = !isExit(await worker.started);
    if (this.#stopping) return;
    if (!served && this.#workers.size === 0) {
      printMessage(`worker ${worker.pid} ${describeExit(exit)}; no worker is left`);
      this.#failed.resolve(toExitStatus(exit));
      return;
    }
    this.#exitTimes.push(performance.now());
    if (this.#exitTimes.length > 100) this.#exitTimes.shift();
    const delay = restartDelay(this.#exitTimes);
    const when = delay === 0 ? '' : ` in ${delay / 1000} s`;
    printMessage(`worker ${worker.pid} ${describeExit(exit)}; starting a replacement${when}`);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#watch(this.#add(number), number);
    }, delay);
    this.#timers.add(timer);
  }

  async #stopAll(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const workers = [...this.#workers];
    for (const worker of workers) worker.stop();
    const killTimer = setTimeout(() => this.kill(), STOP_LIMIT);
    await Promise.all(workers.map(({ exited }) => exited));
    clearTimeout(killTimer);
  }
}

/**
 * Returns the exit status for a worker that never served. The worker has printed the reason, unless a signal ended it.
 */
function toExitStatus({ status, signal }: Exit): number {
  if (signal !== null) printMessage(`the worker was killed by ${signal} before it started serving`);
  if (status === exitStatus.findings) printMessage('no routes are being served');
  return status === null || status === 0 ? exitStatus.internal : status;
}
