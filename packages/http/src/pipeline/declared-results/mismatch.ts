/** A difference between a JSON value and its schema. */
export interface Mismatch {
  /** JSON pointer (RFC 6901) to the value. */
  readonly pointer: string;
  /** Description of the difference, which never contains the value: `must be a string, not a number`. */
  readonly detail: string;
  /** The description of the expected value, such as `a string`. Undefined if the value is missing. */
  readonly expected?: string;
}

/** Creates the mismatch of a value that differs from the expected one. */
export function mismatch(pointer: string, expected: string, value: unknown): Mismatch {
  return { pointer, expected, detail: `must be ${expected}, not ${describeJson(value)}` };
}

/** Returns the type of a JSON value with its article, such as `an array`. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
