/** The logger of the kernel. pino and `console` implement it. */
export interface Logger {
  /**
   * Whether a level is enabled (default: all levels are). The kernel calls this method before it collects data for the
   * level `debug`.
   */
  isLevelEnabled?(level: string): boolean;
  /** Details for debugging. */
  debug(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events of normal operation. */
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events that may need attention. */
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Failures, such as an error that resulted in a 500. */
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}
