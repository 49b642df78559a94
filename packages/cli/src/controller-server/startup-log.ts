import { Toolkit, type Logger } from '@writ/http';

/** The default logger without the warnings of start-up. */
export interface StartupLog {
  readonly logger: Logger;
  /** Called when the router is built; later warnings are logged. */
  endStartup(): void;
}

/** Creates a log for a server whose start-up findings are printed in another form. */
export function createStartupLog(): StartupLog {
  const { logger } = new Toolkit();
  let isStarting = true;
  return {
    logger: {
      ...logger,
      warn: (data, message) => {
        if (!isStarting) logger.warn(data, message);
      },
    },
    endStartup: () => {
      isStarting = false;
    },
  };
}
