/** Watches the timers of unit tests: which long ones fire, and which are left. One module for all files of a worker. */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';

/** Milliseconds that a unit test may wait for a timer. */
const LIMIT = 1_000;
/** Node takes a longer time for one millisecond. */
const LONGEST = 2 ** 31 - 1;

let phase = 0;
let waits: Error[] = [];
let intervals = new Set<NodeJS.Timeout>();

/** What follows is another test, or a hook outside of tests: a timer that fires only then was not waited for. */
export function beginPhase(): void {
  phase += 1;
}

/** The waits of more than a second since the last time, each with the place where its timer was set. */
export function takeWaits(): readonly Error[] {
  const found = waits;
  waits = [];
  return found;
}

/** Ends intervals that a file has left: they would run, and log, in the tests of the next. */
export function clearLeftIntervals(): void {
  for (const interval of intervals) clearInterval(interval);
  intervals = new Set();
}

/** What to call when a timer fires that `set` sets; nothing for a short one. */
function createExpiryCheck(
  milliseconds: unknown,
  set: (...values: never[]) => unknown,
): (() => void) | undefined {
  const duration = Number(milliseconds);
  if (!(duration > LIMIT && duration <= LONGEST)) return undefined;
  const began = phase;
  const wait = new Error(`a unit test waits for a timer of ${duration} ms; ${LIMIT} ms are the most`);
  // The place is the one where the timer is set.
  Error.captureStackTrace(wait, set);
  return () => {
    // Node's own fetch sets such timers and goes on setting them while a connection lasts.
    const [, setter = ''] = wait.stack?.split('\n') ?? [];
    if (phase === began && !setter.includes('node:internal')) waits.push(wait);
  };
}

type Callback = (...values: unknown[]) => void;
type SetTimer = (callback: Callback, duration?: number, ...values: unknown[]) => NodeJS.Timeout;

/** The function that sets a timer, watched. */
function watchTimer(set: SetTimer, kept?: () => Set<NodeJS.Timeout>): SetTimer {
  const setWatched: SetTimer = (callback, duration, ...values) => {
    const fired = createExpiryCheck(duration, setWatched);
    const run: Callback = () => {
      fired?.();
      callback(...values);
    };
    const timer = fired === undefined ? set(callback, duration, ...values) : set(run, duration);
    kept?.().add(timer);
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
// `promisify(setTimeout)` gives this one.
Object.defineProperty(callbacks.setTimeout, promisify.custom, { value: waitWatched });
syncBuiltinESMExports();

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => {
  const signal = timeout(milliseconds);
  const fired = createExpiryCheck(milliseconds, AbortSignal.timeout);
  if (fired !== undefined) signal.addEventListener('abort', fired, { once: true });
  return signal;
};
