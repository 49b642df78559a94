import type { Logger } from '@writ/http';
import { currentRequestId } from '@writ/http/telemetry';

type Level = 'debug' | 'info' | 'warn' | 'error';
type Data = Readonly<Record<string, unknown>>;

/**
 * Creates a logger that writes one JSON object per line: `time` (ISO 8601, UTC), `level`, `message`, `requestId` while a
 * request is handled, and the data of the call. It does not write the level `debug`.
 *
 * @param write default: writes to standard error
 */
export function createJsonLogger(
  write: (line: string) => void = (line) => void process.stderr.write(line),
  now: () => Date = () => new Date(),
): Logger {
  const log = (level: Level, data: Data, message: string): void => {
    const requestId = currentRequestId();
    const own = { time: now().toISOString(), level, message, ...(requestId !== undefined && { requestId }) };
    write(`${serialize({ ...own, ...data, ...own })}\n`);
  };
  return {
    isLevelEnabled: (level) => level !== 'debug',
    debug: () => {},
    info: (data, message) => log('info', data, message),
    warn: (data, message) => log('warn', data, message),
    error: (data, message) => log('error', data, message),
  };
}

/** Values that JSON cannot represent are replaced: a line must be written for every call. */
function serialize(line: Data): string {
  try {
    return JSON.stringify(line);
  } catch {
    const values = Object.entries(line).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : 'an unprintable value',
    ]);
    return JSON.stringify(Object.fromEntries(values));
  }
}
