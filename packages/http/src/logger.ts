/** What the kernel tells its operator. pino and `console` fit. */
export interface Logger {
  debug(data: Readonly<Record<string, unknown>>, message: string): void;
  info(data: Readonly<Record<string, unknown>>, message: string): void;
  warn(data: Readonly<Record<string, unknown>>, message: string): void;
  error(data: Readonly<Record<string, unknown>>, message: string): void;
}

/** Warnings and errors to standard error, one line each and the error's stack below. */
export const stderrLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (data, message) => print('warn', data, message),
  error: (data, message) => print('error', data, message),
};

function print(level: string, { error, ...data }: Readonly<Record<string, unknown>>, message: string): void {
  const fields = Object.entries(data).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const stack = error === undefined ? '' : `\n${describe(error)}`;
  process.stderr.write(`writ.http ${level}: ${message}${fields.join('')}${stack}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
