import { isIterator } from '../protocol/chunks.ts';

/**
 * Returns the classes whose content `JSON.stringify` loses (`{}`) or garbles (`{"0":65}`), each with a hint that says
 * what to return instead. This is not a constant, because Node loads its implementation of fetch when `Headers` is
 * accessed (bench/start).
 */
const lossyTypes = (): readonly (readonly [type: Function, hint: string])[] => [
  [Map, 'Object.fromEntries(map)'],
  [Set, '[...set]'],
  [Error, 'the properties that clients may see, or throw it'],
  [Promise, 'what it resolves to'],
  [RegExp, 'its source'],
  [ArrayBuffer, 'its bytes as a string, such as Base64'],
  [Object.getPrototypeOf(Uint8Array) as Function, 'its bytes as a string, such as Base64, or an array'],
  [DataView, 'its bytes as a string, such as Base64'],
  [Blob, 'its content, or the Blob as the whole result'],
  [WeakMap, 'a plain object'],
  [WeakSet, 'an array'],
  [Headers, 'Object.fromEntries(headers)'],
  [URLSearchParams, 'String(parameters)'],
  [FormData, 'Object.fromEntries(form)'],
];

/**
 * Throws `TypeError` for the first value in a result that JSON would silently lose. Skips values with a `toJSON`
 * method. `pointer` is the JSON pointer to `value`.
 */
export function assertLossless(value: unknown, pointer = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return;
  const [type, hint] = lossyTypes().find(([each]) => value instanceof each) ?? [];
  if (type !== undefined || isIterator(value)) {
    const place = pointer === '' ? 'the result' : `${pointer} of the result`;
    const kind = type === undefined ? 'an iterator' : `an instance of ${value.constructor.name || type.name}`;
    throw new TypeError(`${place} is ${kind}, which JSON would lose: return ${hint ?? '[...iterator]'}`);
  }
  for (const [key, each] of Object.entries(value)) {
    assertLossless(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
