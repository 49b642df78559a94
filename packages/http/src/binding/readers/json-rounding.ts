import { Failure, MAX_ISSUES, pointerStep, rounded, type Issue } from '../../types/failure.ts';
import { isExact } from '../../types/rounding.ts';

/**
 * Matches a number with 16 or more digits (a decimal point counts as one), or with an exponent of three or more
 * digits, which could be out of range. A match inside a JSON string only costs time.
 */
const LONG_NUMBER = /(?:^|[\s:,[])-?(?:\d[\d.]{15}|[\d.]{1,15}[eE][-+]?\d{3})/;

/**
 * Finds the numbers in valid JSON that would be rounded; returns undefined if there are none. Each issue contains the
 * pointer to its number.
 */
export function findRounded(text: string): Failure | undefined {
  if (!LONG_NUMBER.test(text)) return undefined;
  const holders = new Map<unknown, string[]>();
  const root: unknown = parseWithSource(text, function (this: unknown, key, value, source) {
    if (typeof value === 'number' && source !== undefined && !isExact(source, value)) {
      const keys = holders.get(this);
      if (keys === undefined) holders.set(this, [key]);
      else keys.push(key);
    }
    return value;
  });
  if (holders.size === 0) return undefined;
  const issues: Issue[] = [];
  collectRounded(root, '', holders, issues);
  // If the JSON is a single number, its holder is internal to the parser, so no issue was collected.
  return issues.length === 0 ? rounded() : new Failure(issues);
}

function collectRounded(
  value: unknown,
  pointer: string,
  holders: ReadonlyMap<unknown, readonly string[]>,
  issues: Issue[],
): void {
  if (typeof value !== 'object' || value === null || issues.length >= MAX_ISSUES) return;
  for (const key of holders.get(value) ?? []) {
    const [issue] = rounded().issues;
    if (issues.length < MAX_ISSUES) issues.push({ ...issue!, pointer: pointer + pointerStep(key) });
  }
  for (const [key, inner] of Object.entries(value)) {
    collectRounded(inner, pointer + pointerStep(key), holders, issues);
  }
}

type Reviver = (this: unknown, key: string, value: unknown, source: string | undefined) => unknown;

/**
 * Calls `JSON.parse` with a reviver that also receives the source text of numbers. TypeScript's `lib` files do not
 * declare this argument yet.
 */
function parseWithSource(text: string, reviver: Reviver): unknown {
  return JSON.parse(text, function (this: unknown, key: string, value: unknown, ...more: unknown[]) {
    const [context] = more as [{ readonly source?: string }?];
    return reviver.call(this, key, value, context?.source);
  } as (this: unknown, key: string, value: unknown) => unknown);
}
