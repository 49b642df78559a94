/** The log of the kernel. pino and `console` fit. */
export interface Logger {
  /** Called before something is put together that only `debug` shows; without it everything is shown. */
  isLevelEnabled?(level: string): boolean;
  debug(data: Readonly<Record<string, unknown>>, message: string): void;
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}
