import { readArguments } from '../command-line/read-arguments.ts';
import { resolveServingOptions } from '../controller-server/serving-options.ts';
import { devCommand } from './command.ts';
import { DevServer } from './dev-server.ts';
import { watchSources } from './watch-sources.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { fixedPort } from '../workers/fixed-port.ts';
import { printMessage } from '../process/standard-error.ts';

/** `writ dev --prefix=app.controllers`: serves the controllers and restarts when a file changes. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = readArguments(devCommand, argv);
  const options = resolveServingOptions({ ...values, 'validate-responses': true });
  const server = new DevServer(await fixedPort(options));
  const stop = stopOnSignals({ onLastSignal: () => server.kill() });
  const watcher = watchSources(process.cwd(), (problem) => printMessage(problem));
  try {
    return await server.serve(watcher, stop);
  } finally {
    watcher.close();
    stop.release();
  }
}
