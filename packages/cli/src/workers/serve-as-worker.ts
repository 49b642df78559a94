import cluster from 'node:cluster';
import process from 'node:process';
import type { ServingOptions } from '../controller-server/serving-options.ts';
import { serve, summarizeRoutes } from '../controller-server/serve.ts';
import { isStopMessage, type WorkerMessage } from './protocol.ts';

/**
 * Serves in a worker process, which is stopped by SIGTERM or by a message from the process that started it. An interrupt
 * at the terminal reaches both processes, and the worker ignores it.
 */
export async function serveAsWorker(options: ServingOptions): Promise<number> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  try {
    return await serve(options, {
      onStarting() {
        process.on('SIGTERM', () => end());
        process.on('message', (message) => isStopMessage(message) && end());
        sendMessage({ type: 'writ:starting' });
        return ended;
      },
      onStarted(loaded, { url }) {
        sendMessage({
          type: 'writ:serving',
          url,
          summary: summarizeRoutes(loaded),
          rows: loaded.router.table(),
        });
      },
      onClosing: () => sendMessage({ type: 'writ:ending' }),
    });
  } finally {
    // The channel to the parent process would keep this process running.
    cluster.worker?.disconnect();
  }
}

function sendMessage(report: WorkerMessage): void {
  // If the channel is closed, the parent process has ended, and this process is about to end.
  if (process.connected) process.send!(report, () => {});
}
