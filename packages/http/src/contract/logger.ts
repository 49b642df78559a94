/** The log of the kernel; pino and `console` implement it. */
export interface Logger {
  /**
   * Called before collecting data that is logged only at level `debug`. Without this method, every level is
   * enabled.
   */
  isLevelEnabled?(level: string): boolean;
  /** Details for debugging. */
  debug(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events of normal operation. */
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Events that may need attention. */
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  /** Failures, such as an error that became a 500. */
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}
