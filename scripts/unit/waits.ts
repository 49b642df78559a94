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
/**
 * Long timers that have neither fired nor been cleared, with an error whose stack begins at the call that set the timer.
 */
const timeouts = new Map<NodeJS.Timeout, Error>();

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
  for (const [timeout, wait] of timeouts) {
    if (!isSetByNode(wait)) clearTimeout(timeout);
  }
  timeouts.clear();
}

/** Whether Node itself has set a timer, which then belongs to no file. Node's fetch does so while a connection is open. */
function isSetByNode(wait: Error): boolean {
  const [, setter = ''] = wait.stack?.split('\n') ?? [];
  return setter.includes('node:internal');
}

/** Frames of the stacks below, which every request of a test captures; Vitest's limit is 100. */
const FRAMES = 12;

interface ExpiryCheck {
  /** The error that the check reports. */
  readonly wait: Error;
  /** To call when the timer fires. */
  readonly fired: () => void;
}

/** Creates the check of a timer set by `set`; returns undefined for a short timer. */
function createExpiryCheck(
  milliseconds: unknown,
  set: (...values: never[]) => unknown,
): ExpiryCheck | undefined {
  const duration = Number(milliseconds);
  if (!(duration > LIMIT && duration <= LONGEST)) return undefined;
  const began = phase;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const wait = new Error(`a unit test waits for a timer of ${duration} ms; the limit is ${LIMIT} ms`);
  // The stack begins at the call that sets the timer. Reading it takes much longer than capturing it.
  Error.stackTraceLimit = FRAMES;
  Error.captureStackTrace(wait, set);
  Error.stackTraceLimit = stackTraceLimit;
  return {
    wait,
    fired: () => {
      if (phase === began && !isSetByNode(wait)) waits.push(wait);
    },
  };
}

type Callback = (...values: unknown[]) => void;
type SetTimer = (callback: Callback, duration?: number, ...values: unknown[]) => NodeJS.Timeout;

/** Wraps a function that sets timers. */
function watchTimer(set: SetTimer, kept?: () => Set<NodeJS.Timeout>): SetTimer {
  const setWatched: SetTimer = (callback, duration, ...values) => {
    const check = createExpiryCheck(duration, setWatched);
    if (check === undefined) {
      const timer = set(callback, duration, ...values);
      kept?.().add(timer);
      return timer;
    }
    const timer = set(() => {
      timeouts.delete(timer);
      check.fired();
      callback(...values);
    }, duration);
    if (kept === undefined) timeouts.set(timer, check.wait);
    else kept().add(timer);
    return timer;
  };
  return setWatched;
}

const { clearTimeout: clear } = timers;
const callbacks = {
  clearTimeout: ((timer) => {
    timeouts.delete(timer as NodeJS.Timeout);
    clear(timer);
  }) satisfies typeof clear,
  setTimeout: watchTimer(timers.setTimeout),
  setInterval: watchTimer(timers.setInterval, () => intervals),
};
Object.assign(timers, callbacks);
Object.assign(globalThis, callbacks);

const { setTimeout: wait } = promises;
type Wait = (...values: Parameters<typeof wait>) => Promise<unknown>;
const waitWatched: Wait = async (...values) => {
  const check = createExpiryCheck(values[0], waitWatched);
  const value = await wait(...values);
  check?.fired();
  return value;
};
Object.assign(promises, { setTimeout: waitWatched });
// `promisify(setTimeout)` returns this function.
Object.defineProperty(callbacks.setTimeout, promisify.custom, { value: waitWatched });
syncBuiltinESMExports();

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => {
  const signal = timeout(milliseconds);
  const check = createExpiryCheck(milliseconds, AbortSignal.timeout);
  if (check !== undefined) signal.addEventListener('abort', check.fired, { once: true });
  return signal;
};
