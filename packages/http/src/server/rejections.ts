import { UNHANDLED } from '../errors/unhandled-rejection.ts';
import type { Logger } from '../contract/logger.ts';

/** With how many servers each logger is in use. */
const watching = new Map<Logger, number>();

/**
 * Logs promises that are rejected without a handler, and lets the process continue, until what it gives is called. Other
 * requests are not to end for what one of them left behind.
 */
export function logRejections(logger: Logger): () => void {
  if (watching.size === 0) process.on('unhandledRejection', logAll);
  watching.set(logger, (watching.get(logger) ?? 0) + 1);
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    const left = watching.get(logger)! - 1;
    if (left > 0) watching.set(logger, left);
    else watching.delete(logger);
    if (watching.size === 0) process.off('unhandledRejection', logAll);
  };
}

function logAll(error: unknown): void {
  for (const logger of watching.keys()) {
    logger.error({ error }, UNHANDLED);
  }
}
