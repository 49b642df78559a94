import type { Logger } from '../contract/logger.ts';

/** A logger of the application. Its `debug` method is optional. */
export type ApplicationLogger = Pick<Logger, 'info' | 'warn' | 'error'> & Partial<Logger>;

/** Returns the logger, or a wrapper that discards `debug` messages if the logger has no such method. */
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
