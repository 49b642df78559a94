import { stringifyCookie } from 'cookie';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { character } from '../../../../../scripts/samples/character.ts';
import { HttpError, int, isoDate, type Type } from '../../index.ts';
import type { HttpRequest } from '../../contract/http-request.ts';
import { TransportRequest } from '../../exchange/request.ts';
import type { Transport } from '../../contract/transport.ts';
import { compileType } from '../../types/compile-type.ts';
import { ABSENT } from '../../types/converter.ts';
import { Failure } from '../../types/failure.ts';
import { parseQuery } from '../../protocol/query.ts';
import { convertStrings } from './extractor.ts';

const limits = { names: 256, value: 8192 };
const convert = (type: Type, text: string): unknown => convertStrings(compileType(type), [text], false);

it('a query that URLSearchParams serialized is parsed to the same values', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })));
  fc.assert(
    fc.property(pairs, (given) => {
      const params = new URLSearchParams(given);
      const query = parseQuery(params.toString(), limits);
      expect([...query.names()]).toEqual([...new Set(params.keys())]);
      for (const name of params.keys()) {
        expect(query.all(name)).toEqual(params.getAll(name));
        expect(query.get(name)).toBe(params.getAll(name).at(-1));
      }
    }),
  );
});

it('every query is rejected or parsed to the same values as by URLSearchParams', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '=', '&', '+', '%', '4', '1', 'c', '3', '?', ';', '/', '_'),
  });
  fc.assert(
    fc.property(text, (given) => {
      const params = new URLSearchParams(given.startsWith('?') ? `&${given}` : given);
      const all = (): unknown => {
        const query = parseQuery(given, limits);
        return [...query.names()].map((name) => [name, query.all(name)]);
      };
      try {
        expect(all()).toEqual([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
      } catch (error) {
        // Unlike the router, URLSearchParams accepts malformed escapes.
        if (!(error instanceof URIError || error instanceof HttpError)) throw error;
        expect(() => given.split(/[&=]/).map((part) => decodeURIComponent(part))).toThrow(URIError);
      }
    }),
    { numRuns: 500 },
  );
});

it('a megabyte of query names without values is parsed in linear time', () => {
  const query = parseQuery('a&'.repeat(500_000), limits);
  expect(query.raw('a')).toHaveLength(500_000);
});

it('numbers, booleans and dates are parsed from the strings that JavaScript prints for them', () => {
  const assertRoundTrip = <T>(values: fc.Arbitrary<T>, type: Type, write: (value: T) => string): void =>
    fc.assert(
      fc.property(values, (value) => {
        expect(convert(type, write(value))).toEqual(value);
      }),
    );
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
  assertRoundTrip(finite, Number, (n) => JSON.stringify(n));
  assertRoundTrip(fc.maxSafeInteger(), int, String);
  assertRoundTrip(fc.bigInt(), BigInt, String);
  assertRoundTrip(fc.boolean(), Boolean, String);
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  assertRoundTrip(dates, isoDate, (date) => date.toISOString());
});

it('a string is converted to a Number if and only if it is a JSON number', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', 'E', 'x', ' ', 'N') }),
  );
  const jsonOf = (given: string): unknown => {
    try {
      const value: unknown = given.trim() === given ? JSON.parse(given) : undefined;
      return typeof value === 'number' && Number.isFinite(value) ? value : 'none';
    } catch {
      return 'none';
    }
  };
  fc.assert(
    fc.property(text, (given) => {
      const value = convert(Number, given);
      expect(value instanceof Failure || value === ABSENT ? 'none' : value).toBe(jsonOf(given));
    }),
    { numRuns: 2000 },
  );
});

it('conversions of arbitrary strings do not throw', () => {
  const types: readonly Type[] = [Number, int, BigInt, Boolean, Date, String, URL, { a: 'x', b: 2 }];
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.string({ unit: character }), (type, text) => {
      const value = convert(type, text);
      expect(value === undefined).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

it('cookies serialized by the cookie package are parsed', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', '1', '$'), minLength: 1 });
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (given) => {
      const cookies = { ...given };
      expect({ ...requestWith(stringifyCookie(cookies)).cookies }).toEqual(cookies);
    }),
  );
});

it('arbitrary Cookie headers neither cause errors nor modify a prototype', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: character }), fc.constantFrom('__proto__=x', 'constructor=1; toString=2')),
      (header) => {
        const { cookies } = requestWith(header);
        for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
          const value = cookies[name];
          expect(value === undefined || typeof value === 'string').toBe(true);
        }
      },
    ),
  );
});

function requestWith(cookie: string): HttpRequest {
  const transport = { header: (name: string) => (name === 'cookie' ? cookie : undefined) } as Transport;
  return new TransportRequest(undefined as never, transport);
}
