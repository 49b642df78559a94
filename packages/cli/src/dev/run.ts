import { readDevOptions } from '../controller-server/options.ts';
import { DevServer } from './dev-server.ts';
import { watchSources } from './watch-sources.ts';
import { exitStatus } from '../process/exit-status.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { fixedPort } from '../workers/fixed-port.ts';

/** `writ dev --prefix=app.controllers`: serves the controllers, and starts them again when a file changes. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = readDevOptions(argv);
  if (typeof options === 'string') {
    process.stderr.write(
      `writ dev: ${options}\n    usage: writ dev --prefix=MODULE... [--host=HOST:PORT] [--openapi] [--unhandled-rejections=log|throw]\n`,
    );
    return exitStatus.usage;
  }
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
