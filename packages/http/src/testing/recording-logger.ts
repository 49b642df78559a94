import type { Logger } from '../contract/logger.ts';

/**
 * Creates a logger for tests that records its lines. It reports the level `debug` as enabled only if `plans` is true.
 */
export function recordingLogger({ plans = false }: { readonly plans?: boolean } = {}): Logger & {
  readonly lines: { level: string; message: string; data: object }[];
} {
  const lines: { level: string; message: string; data: object }[] = [];
  const log =
    (level: string) =>
    (data: object, message: string): void =>
      void lines.push({ level, message, data });
  return {
    lines,
    isLevelEnabled: (level) => plans || level !== 'debug',
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
  };
}
