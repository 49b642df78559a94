import cluster from 'node:cluster';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { resolveServingOptions } from '../controller-server/serving-options.ts';
import { controllersCommand, workerCommand } from './command.ts';
import { serve, summarizeRoutes } from '../controller-server/serve.ts';
import { forceExit } from '../process/force-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { version } from '../command-line/version.ts';
import { serveAsWorker } from '../workers/serve-as-worker.ts';
import { serveCluster } from '../workers/cluster.ts';
import { printMessage } from '../process/standard-error.ts';

/** `writ --prefix=app.controllers --host=localhost:8080`: serves the controllers until a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  if (cluster.isWorker) {
    const { values } = readArguments(workerCommand, argv);
    return forceExit(await serveAsWorker(resolveServingOptions(values)));
  }
  const { values } = readArguments(controllersCommand, argv);
  const { version: wantsVersion, quiet } = values;
  const options = resolveServingOptions({ ...values, diagnostics: false });
  const workers = values.workers === undefined ? undefined : readWorkers(values.workers);
  if (wantsVersion) {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (workers !== undefined) return serveCluster({ ...options, workers, quiet });
  let stop: StopSignals | undefined;
  const status = await serve(options, {
    onStarting() {
      stop = stopOnSignals();
      return stop.requested;
    },
    onStarted(loaded, { url }) {
      if (!quiet) printMessage(`${summarizeRoutes(loaded)} at ${url}`);
    },
  });
  stop?.release();
  return forceExit(status);
}

/** @throws UsageError */
function readWorkers(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0)
    throw new UsageError(`invalid --workers=${text}: use a number from 1 to 999`);
  return Number(text);
}
