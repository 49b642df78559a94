/**
 * Watches the timers of unit tests: long timers that fire, and intervals that remain. All test files of a
 * worker share it.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';

/** Maximum time in milliseconds that a unit test may wait for a timer. */
const LIMIT = 1_000;
/** Node replaces longer durations with one millisecond. */
const LONGEST = 2 ** 31 - 1;

let phase = 0;
let waits: Error[] = [];
let intervals = new Set<NodeJS.Timeout>();
/** Long timers that have not fired. */
const timeouts = new Set<NodeJS.Timeout>();

/** Marks the start of a test or hook. If a timer fires in a later phase, the test did not wait for it. */
export function beginPhase(): void {
  phase += 1;
}

/** Returns the long waits since the last call, as errors with the stack of the call that set the timer. */
export function takeWaits(): readonly Error[] {
  const found = waits;
  waits = [];
  return found;
}

/**
 * Clears the intervals and long timers that a test file has left. They would run during the tests of the next file,
 * which would fail if they set another timer, such as the next retry.
 */
export function clearLeftTimers(): void {
  for (const interval of intervals) clearInterval(interval);
  intervals = new Set();
  for (const timeout of timeouts) clearTimeout(timeout);
  timeouts.clear();
}

/** Returns a function to call when a timer set by `set` fires; undefined for a short timer. */
function createExpiryCheck(
  milliseconds: unknown,
  set: (...values: never[]) => unknown,
): (() => void) | undefined {
  const duration = Number(milliseconds);
  if (!(duration > LIMIT && duration <= LONGEST)) return undefined;
  const began = phase;
  const wait = new Error(`a unit test waits for a timer of ${duration} ms; the limit is ${LIMIT} ms`);
  // The stack begins at the call that sets the timer.
  Error.captureStackTrace(wait, set);
  return () => {
    // Node's fetch sets such a timer while a connection is open.
    const [, setter = ''] = wait.stack?.split('\n') ?? [];
    if (phase === began && !setter.includes('node:internal')) waits.push(wait);
  };
}

type Callback = (...values: unknown[]) => void;
type SetTimer = (callback: Callback, duration?: number, ...values: unknown[]) => NodeJS.Timeout;

/** Wraps a function that sets timers. */
function watchTimer(set: SetTimer, kept?: () => Set<NodeJS.Timeout>): SetTimer {
  const setWatched: SetTimer = (callback, duration, ...values) => {
    const fired = createExpiryCheck(duration, setWatched);
    if (fired === undefined) {
      const timer = set(callback, duration, ...values);
      kept?.().add(timer);
      return timer;
    }
    const timer = set(() => {
      timeouts.delete(timer);
      fired();
      callback(...values);
    }, duration);
    if (kept !== undefined) kept().add(timer);
    // Timers that Node sets, such as those of fetch, belong to no file.
    else if (new Error().stack?.split('\n')[2]?.includes('node:internal') === false) timeouts.add(timer);
    return timer;
  };
  return setWatched;
}

const callbacks = {
  setTimeout: watchTimer(timers.setTimeout),
  setInterval: watchTimer(timers.setInterval, () => intervals),
};
Object.assign(timers, callbacks);
Object.assign(globalThis, callbacks);

const { setTimeout: wait } = promises;
type Wait = (...values: Parameters<typeof wait>) => Promise<unknown>;
const waitWatched: Wait = async (...values) => {
  const fired = createExpiryCheck(values[0], waitWatched);
  const value = await wait(...values);
  fired?.();
  return value;
};
Object.assign(promises, { setTimeout: waitWatched });
// `promisify(setTimeout)` returns this function.
Object.defineProperty(callbacks.setTimeout, promisify.custom, { value: waitWatched });
syncBuiltinESMExports();

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => {
  const signal = timeout(milliseconds);
  const fired = createExpiryCheck(milliseconds, AbortSignal.timeout);
  if (fired !== undefined) signal.addEventListener('abort', fired, { once: true });
  return signal;
};
