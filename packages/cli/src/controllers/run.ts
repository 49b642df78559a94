import cluster from 'node:cluster';
import type { Register } from '../command-line/command.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { resolveServingOptions } from '../controller-server/serving-options.ts';
import { controllersCommand, workerCommand } from './command.ts';
import { exitStatus } from '../process/exit-status.ts';
import { forceExit } from '../process/force-exit.ts';
import { version } from '../command-line/version.ts';

/**
 * `writ --prefix=app.controllers --host=localhost:8080`: serves the controllers until a signal. The process that starts
 * workers loads neither the controllers nor the packages that serve them.
 */
export async function run(argv: readonly string[], register?: Register): Promise<number> {
  if (cluster.isWorker) {
    const { values } = readArguments(workerCommand, argv);
    await register?.();
    const { serveAsWorker } = await import('../workers/serve-as-worker.ts');
    return forceExit(await serveAsWorker(resolveServingOptions(values)));
  }
  const { values } = readArguments(controllersCommand, argv);
  const { version: wantsVersion, quiet } = values;
  const options = { ...resolveServingOptions({ ...values, diagnostics: false }), quiet };
  const workers = values.workers === undefined ? undefined : readWorkers(values.workers);
  if (wantsVersion) {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (workers !== undefined) {
    const { serveCluster } = await import('../workers/cluster.ts');
    return serveCluster({ ...options, workers });
  }
  await register?.();
  const { serveUntilSignal } = await import('./serve-until-signal.ts');
  return forceExit(await serveUntilSignal(options));
}

/** @throws UsageError */
function readWorkers(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0)
    throw new UsageError(`invalid --workers=${text}: use a number from 1 to 999`);
  return Number(text);
}
