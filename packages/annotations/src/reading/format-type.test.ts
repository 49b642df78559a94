import { array, int, nullable, object, oneOf, optional, type Type } from '@writ/http';
import { expect, it } from 'vitest';
import { formatType } from './format-type.ts';

const point = object({ x: Number });

it.each<[Type, string]>([
  [array(nullable(point)), '({ x: number } | null)[]'],
  [array({ kind: 'union', of: [point, object({ y: String })] }), '({ x: number } | { y: string })[]'],
  [array(oneOf('a', 'b')), '("a" | "b")[]'],
  [array(oneOf('a')), '"a"[]'],
  [array({ Red: 'red', Blue: 'blue' }), '("red" | "blue")[]'],
  [array(object({ x: oneOf(1, 2) })), '{ x: 1 | 2 }[]'],
  [array({ kind: 'set', of: nullable(String) }), 'Set<string | null>[]'],
  [{ kind: 'tuple', of: [int], rest: nullable(point) }, '[int, ...({ x: number } | null)[]]'],
  [object({}, Number), '{ [name: string]: number }'],
  [object({ a: optional(String) }, nullable(Boolean)), '{ a?: string; [name: string]: boolean | null }'],
  [object({}), '{}'],
])('%j is formatted as %s', (type, text) => {
  expect(formatType(type)).toBe(text);
});
