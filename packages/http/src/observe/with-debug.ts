import type { Logger } from '../contract/logger.ts';

/** What an application may log to: the lowest level may be missing. */
export type ApplicationLogger = Pick<Logger, 'info' | 'warn' | 'error'> & Partial<Logger>;

/** The logger itself, or one that leaves out what is for `debug`. */
export function withDebug(logger: ApplicationLogger): Logger {
  if (hasDebug(logger)) return logger;
  return {
    isLevelEnabled: (level) => level !== 'debug' && (logger.isLevelEnabled?.(level) ?? true),
    debug() {},
    info: (data, message) => logger.info(data, message),
    warn: (data, message) => logger.warn(data, message),
    error: (data, message) => logger.error(data, message),
  };
}

function hasDebug(logger: ApplicationLogger): logger is Logger {
  return typeof logger.debug === 'function';
}
