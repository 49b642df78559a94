import { isObject } from '@writ/diagnostics/internal';
import { nearest } from '@writ/diagnostics';
import { escapePointer } from '../config/pointers.ts';
import type { UntypedRecordShape, Shape } from './shape.ts';

/** A difference between a value and its shape. */
export interface ShapeMismatch {
  readonly pointer: string;
  readonly message: string;
  /** Description of the expected value (default: a record of this kind). */
  readonly expected?: string;
  readonly hint?: string;
  /** True for an unknown key. */
  readonly isUnknownKey?: true;
}

/** Compares a JSON value with its shape. Messages contain keys, but never values. */
export function findMismatches(value: unknown, shape: Shape, pointer = ''): readonly ShapeMismatch[] {
  const name = pointer === '' ? 'the record' : pointer;
  const faultUnless = (fits: boolean, problem: string, expected: string): readonly ShapeMismatch[] =>
    fits ? [] : [{ pointer, message: `${name} ${problem}`, expected }];
  switch (shape.kind) {
    case 'text': {
      if (typeof value !== 'string') return faultUnless(false, 'is not a string', 'a string');
      const { pattern, description } = shape.form ?? ANY_STRING;
      return faultUnless(pattern.test(value), 'has an invalid format', description);
    }
    case 'flag':
      return faultUnless(typeof value === 'boolean', 'is not a boolean', 'true or false');
    case 'number':
      return faultUnless(isCount(value), 'is not a valid count', 'a whole number, zero or more');
    case 'one-of': {
      const fits = (shape.values as readonly unknown[]).includes(value);
      return faultUnless(fits, 'has an unknown value', `one of ${shape.values.join(', ')}`);
    }
    case 'list':
      if (!Array.isArray(value)) return faultUnless(false, 'is not a list', 'a list');
      return value.flatMap((item, index) => findMismatches(item, shape.of, `${pointer}/${index}`));
    case 'record':
      if (!isObject(value)) return faultUnless(false, 'is not an object', 'an object');
      return [...findFieldMismatches(value, shape, pointer), ...missingFields(value, shape, pointer)];
  }
}

function findFieldMismatches(
  value: Readonly<Record<string, unknown>>,
  { fields }: UntypedRecordShape,
  pointer: string,
): readonly ShapeMismatch[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${pointer}/${escapePointer(key)}`;
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape !== undefined) return findMismatches(inner, shape, place);
    const name = nearest(key, Object.keys(fields));
    const mismatch = {
      pointer: place,
      message: `${place} is not a known key in this version`,
      isUnknownKey: true,
    } as const;
    return name === undefined ? mismatch : { ...mismatch, hint: `did you mean ${name}?` };
  });
}

function missingFields(
  value: Readonly<Record<string, unknown>>,
  { fields, optional }: UntypedRecordShape,
  pointer: string,
): readonly ShapeMismatch[] {
  const missing = Object.keys(fields).filter((key) => !Object.hasOwn(value, key) && !optional.has(key));
  if (missing.length === 0) return [];
  const where = pointer === '' ? '' : ` in ${pointer}`;
  return [{ pointer, message: `missing ${missing.join(', ')}${where}` }];
}

const ANY_STRING = { pattern: /(?:)/, description: 'a string' };

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
