import { exitStatus } from './exit-status.ts';

/** Signals that request a shutdown. */
export interface StopSignals {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  /** Restores the default behaviour of the signals. */
  release(): void;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Treats the first signal as a request to shut down; the second signal calls `onSecondSignal` and ends the process. */
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
