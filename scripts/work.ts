/**
 * Measures work instead of time. It counts executed code blocks, and elements that built-in functions scan.
 * Import the code under test with `await import(…)` after `startCounting()`, because only code that is
 * compiled later is counted.
 */
import { Session } from 'node:inspector';

const session = new Session();
session.connect();

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

function post(method: string, parameters: object = {}): unknown {
  let result: unknown;
  session.post(method, parameters, (error, value) => {
    if (error !== null) throw error;
    result = value;
  });
  return result;
}

/** Starts counting blocks. */
export function startCounting(): void {
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Returns the number of blocks in the packages' code that have run since the last call. */
function blocksRun(): number {
  const { result } = post('Profiler.takePreciseCoverage') as Coverage;
  let count = 0;
  for (const { url, functions } of result) {
    if (!url.includes('/packages/') || url.includes('.test.ts')) continue;
    for (const { ranges } of functions) for (const range of ranges) count += range.count;
  }
  return count;
}

type Method = (this: { readonly length: number }, ...values: unknown[]) => unknown;
/**
 * Estimates, from the lengths of the receiver, the arguments and the result, the number of elements that a call
 * scanned.
 */
type Measure = (length: number, values: readonly unknown[], result: unknown) => number;

const wholeLength: Measure = (length) => length;
const lengthToMatch: Measure = (length, [, from = 0], result) => {
  const end = typeof result === 'number' ? (result === -1 ? length : result) : length;
  return Math.max(0, end - Number(from));
};
const lengthBackToMatch: Measure = (length, [, from = length], result) =>
  Number(from) - Math.max(0, Number(result));

/** Built-in functions that scan many characters or elements in one call. */
const SCANNING_METHODS: readonly (readonly [
  prototype: object,
  measures: Readonly<Record<string, Measure>>,
])[] = [
  [
    String.prototype,
    {
      split: wholeLength,
      replaceAll: wholeLength,
      toLowerCase: wholeLength,
      trim: wholeLength,
      includes: lengthToMatch,
      indexOf: lengthToMatch,
      lastIndexOf: lengthBackToMatch,
    },
  ],
  [
    Array.prototype,
    {
      includes: lengthToMatch,
      indexOf: lengthToMatch,
      shift: wholeLength,
      unshift: wholeLength,
      join: wholeLength,
      toSorted: wholeLength,
      concat: wholeLength,
      splice: wholeLength,
    },
  ],
];

/** Counts the elements that built-in functions scan while `work` runs. */
export async function countScanned(work: () => unknown): Promise<number> {
  let looked = 0;
  const before: (() => void)[] = [];
  for (const [prototype, measures] of SCANNING_METHODS) {
    const methods = prototype as Record<string, Method>;
    for (const [name, measure] of Object.entries(measures)) {
      const own = methods[name]!;
      before.push(() => void (methods[name] = own));
      methods[name] = function counted(...values) {
        const { length } = this;
        const result = own.apply(this, values);
        looked += measure(length, values, result);
        return result;
      };
    }
  }
  try {
    await work();
  } finally {
    for (const restore of before) restore();
  }
  return looked;
}

/**
 * Returns the highest amount of work in three runs. The engine may lose counts during garbage collection, but
 * never adds any.
 */
export async function countWork(work: () => unknown): Promise<number> {
  // The first run may resolve, compile and cache data that later runs reuse.
  await work();
  let most = 0;
  for (let time = 0; time < 3; time += 1) {
    blocksRun();
    const looked = await countScanned(work);
    most = Math.max(most, blocksRun() + looked);
  }
  return most;
}
