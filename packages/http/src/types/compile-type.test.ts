import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  anything,
  array,
  codec,
  int,
  isoDate,
  nullable,
  object,
  oneOf,
  optional,
  uuid,
  type Type,
} from '../index.ts';
import { compileType } from './compile-type.ts';
import { TypeProblem } from './converter.ts';
import { Failure } from './failure.ts';

enum Colour {
  Red = 'red',
  Blue = 'blue',
}
enum Level {
  Low,
  High,
}
class Celsius {
  readonly degrees: number;
  constructor(text: string) {
    this.degrees = Number(text);
    if (Number.isNaN(this.degrees)) throw new Error('secret reason');
  }
}
class Named {
  static fromString(text: string): Named {
    return Object.assign(new Named(), { text });
  }
}
class Valued {
  static valueOf(): Valued {
    return new Valued();
  }
}
class Note {
  title = 'unset';
  shout(): string {
    return this.title.toUpperCase();
  }
}
class Checked {
  static readonly schema = z.object({ n: z.number().default(7) });
  n = 0;
}

const date = (text: string): Date => new Date(text);

describe('a type converts strings', () => {
  it.each<[Type, string, unknown]>([
    [Number, '1.5', 1.5],
    [Number, '-0', -0],
    [Number, '1e3', 1000],
    [Boolean, 'YES', true],
    [Boolean, 'off', false],
    [Boolean, '1', true],
    [BigInt, '-9007199254740993', -9007199254740993n],
    [int, '-12', -12],
    [String, ' a ', ' a '],
    [Date, '2024-02-29', date('2024-02-29T00:00:00Z')],
    [Date, '2024-02-29T10:00', date('2024-02-29T10:00:00Z')],
    [Date, '2024-02-29T10:00:00.5+02:00', date('2024-02-29T08:00:00.5Z')],
    [uuid, '6F9619FF-8B86-D011-B42D-00C04FC964FF', '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
    [Colour, 'red', 'red'],
    [Level, '1', 1],
    [Level, 'High', 1],
    [{ '2xx': 'ok', '404': 'missing' }, 'ok', 'ok'],
    [{ '2xx': 'ok', '404': 'missing' }, 'missing', 'missing'],
    [oneOf('a', 5, true), '5', 5],
    [oneOf('a', 5, true), 'true', true],
    [array(int), '3', [3]],
    [optional(int), '3', 3],
    [nullable(int), '3', 3],
    [anything, 'x', 'x'],
    [Celsius, '21.5', { degrees: 21.5 }],
    [Named, 'x', { text: 'x' }],
    [Valued, 'x', {}],
    [URL, 'http://a/b', new URL('http://a/b')],
    [z.number().int(), '4', 4],
    [z.boolean(), 'on', true],
    [z.array(z.number()), '4', [4]],
    [z.string().min(2), 'ab', 'ab'],
    [z.coerce.date(), '2024-01-01', date('2024-01-01')],
  ])('case %#: %s converts the string %s', async (type, text, wanted) => {
    expect(await compileType(type).text!(text)).toEqual(wanted);
  });

  it.each<[Type, string, string]>([
    [Number, 'NaN', 'must be a number'],
    [Number, '0x10', 'must be a number'],
    [Number, ' 1', 'must be a number'],
    [Number, '+1', 'must be a number'],
    [Number, '1.', 'must be a number'],
    [Number, '01', 'must be a number'],
    [Number, '1e999', 'must be a number'],
    [Boolean, 'ja', 'must be true or false'],
    [BigInt, '1n', 'must be a whole number'],
    [int, '1.0', 'must be a whole number'],
    [int, '9007199254740993', 'has more digits than a number can represent'],
    [int, '-9007199254740992', 'has more digits than a number can represent'],
    [int, '1'.repeat(400), 'has more digits than a number can represent'],
    [int, '9007199254740993.5', 'must be a whole number'],
    [Date, '2024-02-30', 'must be an ISO 8601 date'],
    [Date, '2024-13-01', 'must be an ISO 8601 date'],
    [Date, 'yesterday', 'must be an ISO 8601 date'],
    [uuid, 'x', 'must be a UUID'],
    [Colour, 'Red', 'must be one of "red", "blue"'],
    [Level, '2', 'must be one of 0, 1'],
    [Celsius, 'warm', 'must be of type Celsius'],
    [
      codec({
        name: 'even',
        parse: () => {
          throw new Error('must be even');
        },
      }),
      '1',
      'must be even',
    ],
  ])('case %#: %s rejects the string %s', (type, text, detail) => {
    expect(compileType(type).text!(text)).toEqual(new Failure([{ code: 'invalid', detail, pointer: '' }]));
  });

  it("a schema reports a string that cannot be converted with the schema's own message", async () => {
    const failure = (await compileType(z.number()).text!('x')) as Failure;
    expect(failure.issues[0]!.detail).toMatch(/expected number/i);
  });
});

describe('a type converts JSON', () => {
  it.each<[Type, unknown, unknown]>([
    [Number, 1.5, 1.5],
    [BigInt, '12', 12n],
    [int, 3, 3],
    [isoDate, '2024-01-01', date('2024-01-01')],
    [Uint8Array, 'AQI=', new Uint8Array([1, 2])],
    [Level, 1, 1],
    [nullable(int), null, null],
    [array(Boolean), [true], [true]],
    [anything, { a: [1] }, { a: [1] }],
    [Object, { a: 1 }, { a: 1 }],
    [Array, [1], [1]],
    [URL, 'http://a/b', new URL('http://a/b')],
    [object({ a: int, b: optional(String) }), { a: 1 }, { a: 1 }],
    [object({ a: int }, Number), { a: 1, z: 2 }, { a: 1, z: 2 }],
    [object({ s: z.string().default('x') }), {}, { s: 'x' }],
  ])('case %#: %s converts the JSON %j', async (type, value, wanted) => {
    expect(await compileType(type).json(value)).toEqual(wanted);
  });

  it.each<[Type, unknown]>([
    [Number, '3'],
    [Number, NaN],
    [Boolean, 1],
    [String, 1],
    [BigInt, 12],
    [int, '3'],
    [int, 1.5],
    [Date, 0],
    [Uint8Array, 'AQI'],
    [Level, 'High'],
    [array(int), 1],
    [Object, []],
    [Array, {}],
    [nullable(int), 'x'],
    [Note, 'x'],
  ])('case %#: %s rejects the JSON %j', (type, value) => {
    expect(compileType(type).json(value)).toBeInstanceOf(Failure);
  });

  it('the JSON number of an int is reported as too large or as not whole', () => {
    const failures = [2 ** 53, -(2 ** 53), 1.5].map((value) => compileType(int).json(value) as Failure);
    expect(failures.map(({ issues }) => issues[0]!.detail)).toEqual([
      'has more digits than a number can represent',
      'has more digits than a number can represent',
      'must be a whole number',
    ]);
  });

  it('a conversion collects all issues, each with its pointer', async () => {
    const type = object({ id: int, tags: array(object({ n: Number })), 'a/b~c': String });
    const failure = (await compileType(type).json({
      id: 'x',
      tags: [{ n: 1 }, { n: '2', m: 3 }],
      more: 1,
    })) as Failure;
    expect(failure.issues.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid', '/id'],
      ['invalid', '/tags/1/n'],
      ['unknown', '/tags/1/m'],
      ['missing', '/a~1b~0c'],
      ['unknown', '/more'],
    ]);
  });

  it('a class instance is created from JSON without a constructor call', () => {
    const note = compileType(Note).json({ title: 'a' }) as Note;
    expect(note).toBeInstanceOf(Note);
    expect(note.shout()).toBe('A');
  });

  it('the key of a read-only property is unknown, and a key whose setter throws is invalid', () => {
    class Price {
      #amount = 0;
      get amount(): number {
        return this.#amount;
      }
      set amount(amount: number) {
        this.#amount = amount;
      }
      get text(): string {
        return `${this.#amount} €`;
      }
    }
    const failure = compileType(Price).json({ text: 'a', amount: 1, other: 2 }) as Failure;
    expect(failure.issues.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['unknown', '/text'],
      ['invalid', '/amount'],
    ]);
  });

  it('a conversion reports at most a hundred issues', () => {
    const failure = compileType(array(Number)).json(Array.from({ length: 200_000 }, () => 'x')) as Failure;
    expect(failure.issues).toHaveLength(100);
    const nested = Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => 'x'));
    expect((compileType(array(array(Number))).json(nested) as Failure).issues.length).toBeLessThan(200);
  });

  it('a bigint of a million digits is rejected without parsing', () => {
    expect(compileType(BigInt).json('9'.repeat(4096))).toBe(BigInt('9'.repeat(4096)));
    expect(compileType(BigInt).json('9'.repeat(1_000_000))).toBeInstanceOf(Failure);
  });

  it("a class is validated by its schema and instantiated from the schema's output", async () => {
    expect(await compileType(Checked).json({})).toEqual(Object.assign(new Checked(), { n: 7 }));
    const failure = (await compileType(Checked).json({ n: 'x' })) as Failure;
    expect(failure.issues[0]!.pointer).toBe('/n');
  });

  it('an asynchronous schema is awaited', async () => {
    const slow = z.string().refine((text) => Promise.resolve(text === 'ok'), 'must be ok');
    const type = compileType(object({ list: array(slow) }));
    expect(await type.json({ list: ['ok'] })).toEqual({ list: ['ok'] });
    const failure = (await type.json({ list: ['ok', 'no'] })) as Failure;
    expect(failure.issues).toEqual([{ code: 'invalid', detail: 'must be ok', pointer: '/list/1' }]);
  });
});

describe('an invalid type', () => {
  it.each([[undefined], [null], ['string'], [{}], [{ kind: 'optional' }], [{ a: [] }]])(
    'throws TypeProblem: %j',
    (type) => {
      expect(() => compileType(type as unknown as Type)).toThrow(TypeProblem);
    },
  );

  it('the converter of a type that is not converted from strings has no text()', () => {
    expect(compileType(Note).text).toBeUndefined();
    expect(compileType(array(Note)).text).toBeUndefined();
    expect(compileType(array(Note)).texts).toBeUndefined();
  });
});

it.each<[Type, string]>([
  [array(int), 'int[]'],
  [array(oneOf('a', 'b')), '("a" | "b")[]'],
  [optional(Number), 'number?'],
  [object({ a: int, b: optional(String) }), '{ a: int, b?: string }'],
  [nullable(Note), 'Note | null'],
])('case %#: the name of the type in the printed table is %s', (type, name) => {
  expect(compileType(type).name).toBe(name);
});

it('a codec can convert JSON directly and reject it', () => {
  const even = codec({
    name: 'even',
    json: 'number',
    parse: () => 2,
    fromJson(value: number) {
      if (value % 2 !== 0) throw new Error('must be even');
      return value;
    },
  });
  const { json, text } = compileType(even);
  expect([json(4), text!('4')]).toEqual([4, 2]);
  expect(json(3)).toEqual(new Failure([{ code: 'invalid', detail: 'must be even', pointer: '' }]));
  expect(json('4')).toBeInstanceOf(Failure);
});

it('an object with all fields in any order is accepted, and inherited fields count as missing', () => {
  const { json } = compileType(object({ a: int, constructor: optional(int), b: optional(String) }));
  expect(json({ b: 'x', constructor: 2, a: 1 })).toEqual({ a: 1, constructor: 2, b: 'x' });
  expect(json({ a: 1 })).toEqual({ a: 1 });
  expect(json({ a: 1, b: 'x', c: 3 })).toBeInstanceOf(Failure);
  expect(json({ a: 1, b: 2, constructor: 1 })).toBeInstanceOf(Failure);
});

it('each value in nested objects is converted once, even if it is invalid', () => {
  let conversions = 0;
  const counted = codec({
    name: 'counted',
    json: 'number',
    parse: Number,
    fromJson(value: number) {
      conversions += 1;
      if (value < 0) throw new Error('must be positive');
      return value;
    },
  });
  let type: Type = object({ leaf: counted, other: counted });
  let whole: unknown = { leaf: 1, other: 2 };
  let wrong: unknown = { leaf: 1, other: -1 };
  for (let depth = 0; depth < 20; depth += 1) {
    type = object({ inner: type });
    whole = { inner: whole };
    wrong = { inner: wrong };
  }
  const { json } = compileType(type);
  expect(json(whole)).toEqual(whole);
  expect(conversions).toBe(2);
  expect((json(wrong) as Failure).issues).toEqual([
    { code: 'invalid', detail: 'must be positive', pointer: `${'/inner'.repeat(20)}/other` },
  ]);
  expect(conversions).toBe(4);
});

it('each invalid field of an object is reported', () => {
  const { json } = compileType(object({ a: int, b: int, c: int, d: int }));
  const pointers = (value: unknown): string[] =>
    (json(value) as Failure).issues.map(({ pointer }) => pointer);
  expect(pointers({ a: 1, b: 'x', c: 3, d: 'y' })).toEqual(['/b', '/d']);
  expect(pointers({ a: 'x', b: 'x', c: 'x', d: 'x' })).toEqual(['/a', '/b', '/c', '/d']);
  expect(pointers({ a: 1, b: 'x', c: 3 })).toEqual(['/b', '/d']);
});

it('a class reports at most a hundred unknown keys', () => {
  class ReadOnly {}
  for (let index = 0; index < 1000; index += 1)
    Object.defineProperty(ReadOnly.prototype, `k${index}`, { get: () => 1 });
  const wrong = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
  expect((compileType(ReadOnly).json(wrong) as Failure).issues).toHaveLength(100);
});

it('all bindings with a codec share its converter', () => {
  expect(compileType(int)).toBe(compileType(int));
});
