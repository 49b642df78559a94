import cluster from 'node:cluster';
import { readServingOptions } from '../controller-server/options.ts';
import { serve, summaryOf } from '../controller-server/serve.ts';
import { forceExit } from '../process/force-exit.ts';
import { exitStatus } from '../process/exit-status.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { version } from '../command-line/version.ts';
import { serveAsWorker } from '../workers/serve-as-worker.ts';
import { serveByCrew } from '../workers/crew.ts';

/** `writ --prefix=app.controllers --host=localhost:8080`: serves the controllers until a signal ends it. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = readServingOptions(argv);
  if (typeof options === 'string') {
    process.stderr.write(
      `writ: ${options}\n    usage: writ --prefix=MODULE... [--host=HOST:PORT] [--workers=N] [--openapi] [--unhandled-rejections=log|throw] [--quiet]\n`,
    );
    return exitStatus.usage;
  }
  if (options.version) {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  const { workers, quiet } = options;
  if (cluster.isWorker) return forceExit(await serveAsWorker(options));
  if (workers !== undefined) return serveByCrew({ ...options, workers });
  let stop: StopSignals | undefined;
  const status = await serve(options, {
    started(loaded, { url }) {
      // Before anybody can know that it serves.
      stop = stopOnSignals();
      if (!quiet) process.stderr.write(`writ: ${summaryOf(loaded)} at ${url}\n`);
      return stop.requested;
    },
  });
  stop?.release();
  return forceExit(status);
}
