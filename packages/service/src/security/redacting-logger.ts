import { stackLines } from '@writ/diagnostics/internal';
import type { Logger } from '@writ/http';
import { maskTicket } from '../observe/mask-ticket.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * Wraps a logger so that errors are logged without their messages, which may quote a configuration with its passwords:
 * only the name and the first stack frames remain. In the paths of failed requests, tickets are masked.
 */
export function redactErrors(logger: Logger): Logger {
  const redactData = (data: Data): Data => {
    const { error, path } = data;
    return {
      ...data,
      ...('error' in data && { error: describeError(error) }),
      ...(typeof path === 'string' && { path: maskTicket(path) }),
    };
  };
  return {
    isLevelEnabled: (level) => logger.isLevelEnabled?.(level) ?? true,
    debug: (data, message) => logger.debug(redactData(data), message),
    info: (data, message) => logger.info(redactData(data), message),
    warn: (data, message) => logger.warn(redactData(data), message),
    error: (data, message) => logger.error(redactData(data), message),
  };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // If the message was changed later, the stack contains the original message, whose lines may look like calls.
  const calls = stack.includes(message) ? stackLines(stack, message) : [];
  return [name, ...calls.slice(0, 8)].join('\n');
}
