import type { Logger } from '@writ/http';
import { createJsonLogger } from '@writ/service';
import { printMessage } from '../process/standard-error.ts';

/** The messages of a command that runs until a signal. */
export interface Messages {
  /** Writes a message to standard error. */
  say(this: void, message: string): void;
  /** The logger of the service; undefined selects the default. */
  readonly logger: Logger | undefined;
}

/** @param isJson whether every line is JSON, as for `--log-format=json` */
export function createMessages(isJson: boolean): Messages {
  if (!isJson) return { say: (message) => printMessage(message), logger: undefined };
  const logger = createJsonLogger();
  return { say: (message) => logger.info({}, message), logger };
}
