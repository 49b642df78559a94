import { isObject } from '@writ/diagnostics/internal';
import type { Converter } from './converter.ts';
import { type Failure, invalid, rounded } from './failure.ts';
import { isoDate } from './codecs.ts';
import { FileUpload } from '../contract/file-upload.ts';
import { fileUpload, webFile } from './file-type.ts';
import { isExact } from './rounding.ts';

/**
 * Matches a JSON number. This excludes NaN, Infinity, hexadecimal digits, spaces, leading zeros and leading plus signs.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a string is a JSON number whose value is finite. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

const SIMPLE = { optional: false, acceptsEmpty: false, async: false } as const;

const number: Converter = {
  ...SIMPLE,
  splitsOnComma: true,
  name: 'number',
  text(text) {
    const value = NUMBER.test(text) ? Number(text) : Infinity;
    if (!Number.isFinite(value)) return invalid('must be a number');
    return isExact(text, value) ? value : rounded();
  },
  json: (value) =>
    typeof value === 'number' && Number.isFinite(value) ? value : invalid('must be a number'),
};

const string: Converter = {
  ...SIMPLE,
  acceptsEmpty: true,
  name: 'string',
  text: (text) => text,
  json: (value) => (typeof value === 'string' ? value : invalid('must be a string')),
};

const boolean: Converter = {
  ...SIMPLE,
  splitsOnComma: true,
  flag: true,
  name: 'boolean',
  text(text) {
    const lower = text.toLowerCase();
    if (TRUE.has(lower)) return true;
    return FALSE.has(lower) ? false : invalid('must be true or false');
  },
  json: (value) => (typeof value === 'boolean' ? value : invalid('must be true or false')),
};

const bigint: Converter = {
  ...SIMPLE,
  name: 'bigint',
  text: bigintOf,
  json: (value) =>
    typeof value === 'string' ? bigintOf(value) : invalid('must be a string with a whole number'),
};

/** Maximum number of digits, because parsing takes quadratic time. */
const MAX_DIGITS = 4096;

function bigintOf(text: string): bigint | Failure {
  if (text.length > MAX_DIGITS) return invalid(`must be a whole number of at most ${MAX_DIGITS} digits`);
  return /^-?\d+$/.test(text) ? BigInt(text) : invalid('must be a whole number');
}

const date: Converter = {
  ...SIMPLE,
  name: 'Date',
  text: dateOf,
  json: (value) => (typeof value === 'string' ? dateOf(value) : invalid('must be an ISO 8601 date')),
};

function dateOf(text: string): Date | Failure {
  try {
    return isoDate.parse(text);
  } catch {
    return invalid('must be an ISO 8601 date');
  }
}

const bytes: Converter = {
  ...SIMPLE,
  name: 'Uint8Array',
  text: undefined,
  json(value) {
    if (typeof value === 'string' && value.length % 4 === 0 && /^[\w+/-]*={0,2}$/.test(value)) {
      return new Uint8Array(Buffer.from(value, 'base64'));
    }
    return invalid('must be a base64 string');
  },
};

const anyObject: Converter = {
  ...SIMPLE,
  name: 'object',
  text: undefined,
  json: (value) => (isObject(value) ? value : invalid('must be an object')),
};

const anyArray: Converter = {
  ...SIMPLE,
  name: 'array',
  isArray: true,
  text: undefined,
  json: (value) => (Array.isArray(value) ? value : invalid('must be an array')),
};

/** Converters of built-in types. */
export const PRIMITIVES: ReadonlyMap<unknown, Converter> = new Map<unknown, Converter>([
  [Number, number],
  [String, string],
  [Boolean, boolean],
  [BigInt, bigint],
  [Date, date],
  [Uint8Array, bytes],
  [Object, anyObject],
  [Array, anyArray],
  [FileUpload, fileUpload],
  [File, webFile],
]);
