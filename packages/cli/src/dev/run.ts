import { readArguments } from '../command-line/read-arguments.ts';
import { resolveServingOptions } from '../controller-server/serving-options.ts';
import { devCommand } from './command.ts';
import { DevServer } from './dev-server.ts';
import { watchSources } from './watch-sources.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { fixedPort } from '../workers/fixed-port.ts';

/** `writ dev --prefix=app.controllers`: serves the controllers, and starts them again when a file changes. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = resolveServingOptions(readArguments(devCommand, argv).values);
  const server = new DevServer(await fixedPort(options));
  const stop = stopOnSignals(() => server.kill());
  const watching = watchSources(process.cwd(), (problem) => process.stderr.write(`writ: ${problem}\n`));
  try {
    return await server.serve(watching, stop);
  } finally {
    watching.close();
    stop.release();
  }
}
