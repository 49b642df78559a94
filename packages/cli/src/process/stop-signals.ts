import { exitStatus } from './exit-status.ts';

/** The wish of whoever started this process that it ends. */
export interface StopSignals {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  /** Gives the signals back to the process. */
  release(): void;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Takes the first signal as a wish; the second one ends the process at once, after `atOnce`. */
export function stopOnSignals(onSecondSignal: () => void = () => {}): StopSignals {
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      onSecondSignal();
      process.exit(exitStatus.interrupted);
    }
    stop.abort();
    resolve();
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: stop.signal,
    requested: promise,
    release: () => {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
