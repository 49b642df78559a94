import { UNHANDLED_REJECTION } from '../errors/unhandled-rejection.ts';
import type { Logger } from '../contract/logger.ts';

/** Not every runtime that serves routes has it. */
const { process: events } = globalThis as { readonly process?: Partial<Pick<NodeJS.Process, 'on' | 'off'>> };

/** With how many servers each logger is in use. */
const serverCounts = new Map<Logger, number>();

/**
 * Logs promises that are rejected without a handler, and lets the process continue, until what it gives is called: for
 * `router.fetch` under another server. The toolkit's own servers do it while they listen, unless it says `throw`.
 */
export function logRejections(logger: Logger): () => void {
  if (serverCounts.size === 0) events?.on?.('unhandledRejection', logRejection);
  serverCounts.set(logger, (serverCounts.get(logger) ?? 0) + 1);
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    const left = serverCounts.get(logger)! - 1;
    if (left > 0) serverCounts.set(logger, left);
    else serverCounts.delete(logger);
    if (serverCounts.size === 0) events?.off?.('unhandledRejection', logRejection);
  };
}

function logRejection(error: unknown): void {
  for (const logger of serverCounts.keys()) {
    logger.error({ error }, UNHANDLED_REJECTION);
  }
}
