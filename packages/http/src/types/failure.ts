import type { ValueErrorCode } from '../errors/value-errors.ts';

/** One problem with a value. */
export interface Issue {
  readonly code: ValueErrorCode;
  readonly detail: string;
  /** JSON pointer (RFC 6901) to the invalid part of the value. It is empty if the value itself is invalid. */
  readonly pointer: string;
}

/**
 * The result of a failed conversion. It is returned instead of thrown, so that all issues in a request are reported
 * together.
 */
export class Failure {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }

  /**
   * Returns the same failure with pointers that are relative to the object or array that contains the value at `key`.
   */
  under(key: string | number): Failure {
    const step = pointerStep(key);
    return new Failure(this.issues.map((issue) => ({ ...issue, pointer: `${step}${issue.pointer}` })));
  }
}

/**
 * Collects the failures among values; returns undefined if there are none. Their pointers begin with the key or index
 * of the value.
 */
export function collectFailures(values: readonly unknown[], keys?: readonly string[]): Failure | undefined {
  let issues: Issue[] | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (value instanceof Failure) (issues ??= []).push(...value.under(keys?.[index] ?? index).issues);
    if (issues !== undefined && issues.length >= MAX_ISSUES) break;
  }
  return issues && new Failure(issues);
}

/** Maximum number of issues in a response, so that a response does not become much longer than the request. */
export const MAX_ISSUES = 100;

export function invalid(detail: string): Failure {
  return new Failure([{ code: 'invalid', detail, pointer: '' }]);
}

/**
 * Creates the failure for a number that would be rounded. If the number is in a path, the response is 400 instead of
 * 404, because the form of the number is valid.
 */
export function rounded(): Failure {
  return new Failure([{ code: ROUNDED, detail: TOO_MANY_DIGITS, pointer: '' }]);
}

export const TOO_MANY_DIGITS = 'has more digits than a number can represent';

/** Whether all issues concern numbers that would be rounded. */
export function isRounded({ issues }: Failure): boolean {
  return issues.every(({ code }) => code === ROUNDED);
}

const ROUNDED: ValueErrorCode = 'rounded';

export function missing(): Failure {
  return new Failure([{ code: 'missing', detail: 'is missing', pointer: '' }]);
}

export function unknownName(): Failure {
  return new Failure([{ code: 'unknown', detail: 'unknown parameter', pointer: '' }]);
}

export function pointerStep(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
