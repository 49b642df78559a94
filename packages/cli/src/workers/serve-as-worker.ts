import cluster from 'node:cluster';
import process from 'node:process';
import type { ServingOptions } from '../controller-server/serving-options.ts';
import { serve, summarizeRoutes } from '../controller-server/serve.ts';
import { isStopMessage, type WorkerMessage } from './protocol.ts';

/**
 * Serves in a process that another one started and looks after: it is told by messages when to end. A terminal's
 * interrupt goes to both, and is the other one's affair.
 */
export async function serveAsWorker(options: ServingOptions): Promise<number> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  try {
    return await serve(options, {
      onStarted(loaded, { url }) {
        process.on('SIGTERM', () => end());
        process.on('message', (message) => isStopMessage(message) && end());
        sendMessage({
          type: 'writ:serving',
          url,
          summary: summarizeRoutes(loaded),
          rows: loaded.router.table(),
        });
        return ended;
      },
      onClosing: () => sendMessage({ type: 'writ:ending' }),
    });
  } finally {
    // The connection to the other process would keep this one.
    cluster.worker?.disconnect();
  }
}

function sendMessage(report: WorkerMessage): void {
  // Nobody listens any more: the disconnection ends this process.
  if (process.connected) process.send!(report, () => {});
}
