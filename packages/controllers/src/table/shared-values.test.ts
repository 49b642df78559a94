import { expect, it } from 'vitest';
import { writeExpression } from './expression.ts';
import { SharedValues } from './shared-values.ts';

const nameOf = (value: unknown): string | undefined => (value === Date ? 'Date' : undefined);
const at = (line: number): object => {
  const place = { line, column: 1, offset: 0 };
  return { start: place, end: place };
};
const page = (): object => ({ kind: 'optional', of: { kind: 'array', of: Date } });

function write(values: readonly object[], typed = false): { values: string[]; constants: readonly string[] } {
  const shared = new SharedValues(nameOf, typed);
  for (const value of values) shared.count(value);
  const written = values.map((value) => shared.write(value));
  return { values: written, constants: shared.statements };
}

it('a value that occurs twice is written as a constant, and its parts belong to the constant', () => {
  const { values, constants } = write([
    { name: 'a', type: page() },
    { name: 'b', type: page() },
  ]);
  expect(values).toEqual(['{ name: "a", type: $0 }', '{ name: "b", type: $0 }']);
  expect(constants).toEqual(['const $0 = { kind: "optional", of: { kind: "array", of: Date } };']);
});

it('a constant refers to constants that are declared before it', () => {
  const list = (): object => ({ kind: 'array', of: Date, description: 'dates' });
  const { values, constants } = write([
    { type: { kind: 'optional', of: list() } },
    { type: { kind: 'optional', of: list() } },
    { type: { kind: 'nullable', of: list() } },
  ]);
  expect(values).toEqual(['{ type: $1 }', '{ type: $1 }', '{ type: { kind: "nullable", of: $0 } }']);
  expect(constants).toEqual([
    'const $0 = { kind: "array", of: Date, description: "dates" };',
    'const $1 = { kind: "optional", of: $0 };',
  ]);
});

it('the constants of a TypeScript table have literal types', () => {
  expect(write([{ type: page() }, { type: page() }], true).constants[0]).toMatch(/ as const;$/);
});

it('ranges, short values and values that occur once are written in place', () => {
  const values = [
    { range: at(1), names: ['a'], type: page() },
    { range: at(1), names: ['a'] },
  ];
  expect(write(values)).toEqual({
    values: values.map((value) => writeExpression(value, nameOf)),
    constants: [],
  });
});

it('a value that no module exports is reported when it is written, with its path', () => {
  const shared = new SharedValues(nameOf, false);
  const wrong = { parameters: [{ type: { kind: 'optional', of: new Map() } }, { type: page() }] };
  shared.count(wrong);
  expect(() => shared.write(wrong)).toThrow('parameters[0].type.of is Map, which no module exports');
});
