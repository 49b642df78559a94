import { stackLines } from '@writ/diagnostics/internal';
import type { Logger } from '@writ/http';

type Data = Readonly<Record<string, unknown>>;

/**
 * The logger with errors cut down to their kind and place: the message of an unforeseen error may quote what it was
 * about, and here that can be a configuration with its passwords.
 */
export function withoutMessages(logger: Logger): Logger {
  const careful = (data: Data): Data => ('error' in data ? { ...data, error: placeOf(data['error']) } : data);
  return {
    isLevelEnabled: (level) => logger.isLevelEnabled?.(level) ?? true,
    debug: (data, message) => logger.debug(careful(data), message),
    info: (data, message) => logger.info(careful(data), message),
    warn: (data, message) => logger.warn(careful(data), message),
    error: (data, message) => logger.error(careful(data), message),
  };
}

function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  return [name, ...stackLines(stack, message).slice(0, 8)].join('\n');
}
