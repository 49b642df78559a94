import { serve, summarizeRoutes } from '../controller-server/serve.ts';
import type { ServingOptions } from '../controller-server/serving-options.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { printMessage } from '../process/standard-error.ts';

/** Options of a server without worker processes. */
export interface SingleServerOptions extends ServingOptions {
  readonly quiet: boolean;
}

/** Serves in this process until a signal, and returns the exit status. */
export async function serveUntilSignal({ quiet, ...options }: SingleServerOptions): Promise<number> {
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
  return status;
}
