/**
 * Counts work in place of time: blocks of the code that ran, and what built-in functions looked at. Import the code to
 * count by `await import(…)` after `startCounting()`: only of code that is compiled later are blocks counted.
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

/** Begins to count blocks. */
export function startCounting(): void {
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Blocks of the packages' own code that ran, since the last time. */
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
/** How much a call looked at, from what it was called on and with, and what it gave. */
type Measure = (length: number, values: readonly unknown[], result: unknown) => number;

const wholeLength: Measure = (length) => length;
const lengthToMatch: Measure = (length, [, from = 0], result) => {
  const end = typeof result === 'number' ? (result === -1 ? length : result) : length;
  return Math.max(0, end - Number(from));
};
const lengthBackToMatch: Measure = (length, [, from = length], result) =>
  Number(from) - Math.max(0, Number(result));

/** Built-in functions that look at many characters or elements in one call. */
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

/** How much the built-in functions looked at while the work was done. */
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

/** How much the work is, at most: the engine may forget counts when it collects garbage, and never adds any. */
export async function countWork(work: () => unknown): Promise<number> {
  // The first may resolve, compile and remember what others then have.
  await work();
  let most = 0;
  for (let time = 0; time < 3; time += 1) {
    blocksRun();
    const looked = await countScanned(work);
    most = Math.max(most, blocksRun() + looked);
  }
  return most;
}
