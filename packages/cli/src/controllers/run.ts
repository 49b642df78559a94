import cluster from 'node:cluster';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { resolveServingOptions } from '../controller-server/serving-options.ts';
import { controllersCommand } from './command.ts';
import { serve, summarizeRoutes } from '../controller-server/serve.ts';
import { forceExit } from '../process/force-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { version } from '../command-line/version.ts';
import { serveAsWorker } from '../workers/serve-as-worker.ts';
import { serveCluster } from '../workers/cluster.ts';

/** `writ --prefix=app.controllers --host=localhost:8080`: serves the controllers until a signal ends it. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = readArguments(controllersCommand, argv);
  const { version: wantsVersion, quiet } = values;
  const options = resolveServingOptions(values);
  const workers = values.workers === undefined ? undefined : readWorkers(values.workers);
  if (wantsVersion) {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (cluster.isWorker) return forceExit(await serveAsWorker(options));
  if (workers !== undefined) return serveCluster({ ...options, workers, quiet });
  let stop: StopSignals | undefined;
  const status = await serve(options, {
    onStarted(loaded, { url }) {
      // Before anybody can know that it serves.
      stop = stopOnSignals();
      if (!quiet) process.stderr.write(`writ: ${summarizeRoutes(loaded)} at ${url}\n`);
      return stop.requested;
    },
  });
  stop?.release();
  return forceExit(status);
}

/** @throws UsageError */
function readWorkers(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0)
    throw new UsageError(`--workers=${text} is no number of processes from 1 to 999`);
  return Number(text);
}
