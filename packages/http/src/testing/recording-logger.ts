import type { Logger } from '../contract/logger.ts';

/** A logger that keeps what it is told, for tests that look at it; the plans of routes only when it is told so. */
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
