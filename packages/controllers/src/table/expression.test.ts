import { expect, it } from 'vitest';
import { writeExpression, UnexportedValueError } from './expression.ts';

const named = (value: unknown): string | undefined => (value === Date ? 'Date' : undefined);

it.each<[unknown, string]>([
  [{ a: 1, 'b-c': [true, null, undefined] }, '{ a: 1, "b-c": [true, null, undefined] }'],
  [{ left: undefined, out: -0 }, '{ out: -0 }'],
  [[Infinity, -Infinity, NaN, BigInt(12)], '[Infinity, -Infinity, NaN, 12n]'],
  ['a "quoted"\n\u2028 text', '"a \\"quoted\\"\\n\u2028 text"'],
  [JSON.parse('{ "__proto__": 1 }'), '{ ["__proto__"]: 1 }'],
  [Date, 'Date'],
  [
    { range: { start: { line: 1, column: 2, offset: 3 }, end: { line: 4, column: 5, offset: 6 } } },
    '{ range: at(1, 2, 3, 4, 5, 6) }',
  ],
])('%# is written as %2$s', (value, text) => {
  expect(writeExpression(value, named)).toBe(text);
});

it('writeExpression throws an error with the path of a value that no module exports', () => {
  const write = (value: unknown): string => writeExpression(value, named);
  expect(() => write({ a: [{ type: new Map() }] })).toThrow(new UnexportedValueError('a[0].type', new Map()));
  expect(() => write({ parse: function parse() {} })).toThrow('parse is parse, which no module exports');
});
