import { exitStatus } from './exit-status.ts';

/** Signals that request a shutdown. */
export interface StopSignals {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly requested: Promise<void>;
  /** Aborts at the second signal, if the option `waits` is set. */
  readonly urgent: AbortSignal;
  /** Restores the default behaviour of the signals. */
  release(): void;
}

/** Options for {@link stopOnSignals}. */
export interface StopOptions {
  /** Called at the last signal, before the process ends. */
  readonly onLastSignal?: () => void;
  /**
   * Whether the command first waits for its work to end, so that the second signal ends this wait, and only the third
   * signal ends the process; default: false.
   */
  readonly waits?: boolean;
  /** Called on SIGHUP, which then does not request a shutdown. */
  readonly onHangUp?: () => void;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Treats the first signal as a request to shut down; the last signal ends the process. */
export function stopOnSignals({ onLastSignal, waits = false, onHangUp }: StopOptions = {}): StopSignals {
  const stop = new AbortController();
  const urgent = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (name: NodeJS.Signals): void => {
    if (name === 'SIGHUP' && onHangUp !== undefined) return onHangUp();
    if (!stop.signal.aborted) {
      stop.abort();
      resolve();
    } else if (waits && !urgent.signal.aborted) urgent.abort();
    else {
      onLastSignal?.();
      process.exit(exitStatus.interrupted);
    }
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return {
    signal: stop.signal,
    requested: promise,
    urgent: urgent.signal,
    release: () => {
      for (const name of STOP_SIGNALS) process.off(name, onSignal);
    },
  };
}
