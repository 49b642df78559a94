/** The log of the kernel. pino and `console` fit. */
export interface Logger {
  /** Called before something is put together that only `debug` shows; without it everything is shown. */
  isLevelEnabled?(level: string): boolean;
  /** Details for the search of an error. */
  debug(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events of normal operation. */
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events that may need attention. */
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Failures, such as an error that became a 500. */
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}
