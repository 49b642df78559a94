import { array, assert, constant, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileType } from './compile-type.ts';
import { TypeProblem } from './converter.ts';
import { Failure } from './failure.ts';
import { templatePattern } from './template-type.ts';
import { oneOf, type Template, type Type } from '../contract/type.ts';

const template = (...of: Template['of']): Template => ({ kind: 'template', of });
const accepts = (type: Type, text: string): boolean => !(compileType(type).text!(text) instanceof Failure);

describe('a template type', () => {
  it.each<[Template, string, readonly string[], readonly string[]]>([
    [
      template('user-', Number),
      '`user-${number}`',
      ['user-7', 'user--1.5e3'],
      ['user-', 'user-x', 'xuser-7'],
    ],
    [template(Number, 'px'), '`${number}px`', ['10px', '1.5px'], ['px', '10', '10px ', '0x1px']],
    [template('v', BigInt), '`v${bigint}`', ['v12', 'v-3'], ['v', 'v1.5', 'v--1']],
    [template(Boolean, '!'), '`${boolean}!`', ['true!', 'false!'], ['yes!', '!']],
    [template(String, '@', String), '`${string}@${string}`', ['a@b', '@', 'a@b@c', '\n@'], ['ab', '']],
    [
      template(oneOf('top', 'bottom'), '-', oneOf(1, 2)),
      '`${"top" | "bottom"}-${1 | 2}`',
      ['top-1', 'bottom-2'],
      ['top-3', 'left-1', 'top-1 '],
    ],
    [template(template('a', Number), 'b'), '`${`a${number}`}b`', ['a1b'], ['ab', 'a1']],
    [template('1+1|', String), '`1+1|${string}`', ['1+1|x'], ['11', '1+1']],
    [template(), '``', [''], ['x']],
  ])('case %#: %s accepts the same strings as in TypeScript', (type, name, good, bad) => {
    const { text, json, name: printed } = compileType(type);
    expect(printed).toBe(name);
    for (const each of good) expect([text!(each), json(each)]).toEqual([each, each]);
    for (const each of bad.flatMap((one) => [text!(one), json(one)])) {
      expect((each as Failure).issues).toMatchObject([{ code: 'invalid', detail: `must match ${name}` }]);
    }
    expect(json(7)).toBeInstanceOf(Failure);
  });

  it('accepts the same strings as its regular expression', () => {
    const part = oneof(
      constantFrom<string | Type>('a', '-', '1', '.', String, Number, BigInt, Boolean),
      constant<Type>(oneOf('a', 'ab', 'b1')),
    );
    const text = string({ unit: constantFrom('a', 'b', '-', '1', '0', '.', 'e', 'true') });
    assert(
      property(array(part, { maxLength: 5 }), text, (of, given) => {
        const type = template(...of);
        expect(accepts(type, given)).toBe(new RegExp(templatePattern(type), 'u').test(given));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes linear time for a string for which its regular expression takes cubic time', () => {
    const dashes = template(String, '-', String, '-', String, '-', String, 'x');
    expect(accepts(dashes, '-'.repeat(100_000))).toBe(false);
    expect(accepts(template(BigInt, BigInt, 'x'), '1'.repeat(100_000))).toBe(false);
  });

  it('rejects types other than strings, numbers, bigints and booleans', () => {
    expect(() => compileType(template('a', Date))).toThrow(TypeProblem);
  });
});

describe('a union type', () => {
  const type: Type = { kind: 'union', of: [oneOf('auto', true), Number, template('v', Number)] };

  it('converts a value to the first type that accepts it', () => {
    const { text, json, name } = compileType(type);
    expect(name).toBe('"auto" | true | number | `v${number}`');
    expect(['auto', '7', 'yes', 'v1'].map((each) => text!(each))).toEqual(['auto', 7, true, 'v1']);
    expect(['auto', 7, true, 'v1'].map(json)).toEqual(['auto', 7, true, 'v1']);
  });

  it('lists all of its types in the error if none of them accepts the value', () => {
    const { text, json } = compileType(type);
    for (const failure of [text!('no'), json('7')] as Failure[])
      expect(failure.issues).toMatchObject([{ detail: 'must be "auto" | true | number | `v${number}`' }]);
  });

  it('cannot contain files or be empty', () => {
    for (const of of [[File, String], []] as const)
      expect(() => compileType({ kind: 'union', of })).toThrow(TypeProblem);
  });
});

it('accepts every spelling of a boolean literal, but not the other boolean', () => {
  expect(['true', 'YES', '1'].map((text) => accepts(oneOf(true), text))).toEqual([true, true, true]);
  expect(['false', 'no', 'maybe'].map((text) => accepts(oneOf(true), text))).toEqual([false, false, false]);
  expect(compileType(oneOf(true, 'on')).text!('on')).toBe('on');
});
