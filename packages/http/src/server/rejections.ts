import { UNHANDLED_REJECTION } from '../errors/unhandled-rejection.ts';
import type { Logger } from '../contract/logger.ts';

/** The process, as a source of events, or undefined on runtimes without `process`. */
const { process: currentProcess } = globalThis as {
  readonly process?: Partial<Pick<NodeJS.Process, 'on' | 'off'>>;
};

/** Number of servers that use each logger. */
const serverCounts = new Map<Logger, number>();

/**
 * Logs unhandled rejections, so that they do not end the process, until the returned function is called. Call
 * `logRejections` if a server other than the toolkit's runs `router.fetch`. The toolkit's servers log unhandled
 * rejections while they listen, unless `unhandledRejections` is `throw`.
 */
export function logRejections(logger: Logger): () => void {
  if (serverCounts.size === 0) currentProcess?.on?.('unhandledRejection', logRejection);
  serverCounts.set(logger, (serverCounts.get(logger) ?? 0) + 1);
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    const left = serverCounts.get(logger)! - 1;
    if (left > 0) serverCounts.set(logger, left);
    else serverCounts.delete(logger);
    if (serverCounts.size === 0) currentProcess?.off?.('unhandledRejection', logRejection);
  };
}

function logRejection(error: unknown): void {
  for (const logger of serverCounts.keys()) {
    logger.error({ error }, UNHANDLED_REJECTION);
  }
}
