import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  array,
  BeanParam,
  codec,
  Context,
  CookieParam,
  FormParam,
  HeaderParam,
  HttpRequest,
  int,
  isoDate,
  MatrixParam,
  oneOf,
  optional,
  PathParam,
  QueryParam,
  Router,
  Toolkit,
  type Route,
} from '../index.ts';
import { echo } from '../testing/echo.ts';
import { describeTransports } from '../testing/transports.ts';
import { AddressError } from './address-error.ts';
import { addressOf, type AddressOptions, type AddressValues } from './address-of.ts';

class Point {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}
class Page {
  size = 10;
}
const page = BeanParam({
  type: Page,
  fields: { size: QueryParam('size', int), sort: QueryParam('sort', optional(String)) },
});
const hex = codec({
  name: 'hex',
  parse: (text) => {
    if (!/^[0-9a-f]+$/.test(text)) throw new Error('must be hexadecimal');
    return BigInt(`0x${text}`);
  },
});

const cases: [name: string, route: Route, values: AddressValues, address: string, read: unknown][] = [
  ['no values', echo('/'), {}, '/', []],
  ['a path value', echo('/n/{id}', PathParam('id', int)), { id: 7 }, '/n/7', [7]],
  [
    'a query',
    echo('/n', QueryParam('a', String), QueryParam('b', Boolean)),
    { a: 'x y&z=ü+', b: false },
    '/n?a=x%20y%26z%3D%C3%BC%2B&b=false',
    ['x y&z=ü+', false],
  ],
  [
    'a list and an omitted optional list',
    echo('/n', QueryParam('tag', array(String)), QueryParam('no', optional(array(int)))),
    { tag: ['a', 'b,c'], no: undefined },
    '/n?tag=a&tag=b%2Cc',
    [['a', 'b,c'], null],
  ],
  ['an omitted parameter with a default', echo('/n', QueryParam('size', int).default('10')), {}, '/n', [10]],
  [
    'an omitted parameter whose schema has a default',
    echo('/n', QueryParam('size', z.coerce.number().default(5))),
    {},
    '/n',
    [5],
  ],
  [
    'matrix parameters',
    echo('/a/{b}', PathParam('b', String), MatrixParam('x', String), MatrixParam('y', array(int))),
    { b: 'b;c', x: 'p;q=r/s', y: [1, 2] },
    '/a/b%3Bc;x=p%3Bq%3Dr%2Fs;y=1;y=2',
    ['b;c', 'p;q=r/s', [1, 2]],
  ],
  [
    'a catch-all variable',
    echo('/f/{p:.*}', PathParam('p', String)),
    { p: 'a b/c' },
    '/f/a%20b/c',
    ['a b/c'],
  ],
  ['an omitted catch-all variable', echo('/f/{p:.*}', PathParam('p', optional(String))), {}, '/f/', ['']],
  [
    'a variable without a binding',
    echo('/{tenant}/n/{id}', PathParam('id', int)),
    { tenant: 'x', id: 1 },
    '/x/n/1',
    [1],
  ],
  [
    'a date, a bigint and one of several values',
    echo('/d/{day}', PathParam('day', isoDate), QueryParam('n', BigInt), QueryParam('s', oneOf('S', 'M'))),
    { day: new Date('2024-05-01T00:00:00Z'), n: 2n ** 64n, s: 'M' },
    '/d/2024-05-01T00:00:00.000Z?n=18446744073709551616&s=M',
    ['2024-05-01T00:00:00.000Z', '18446744073709551616', 'M'],
  ],
  [
    'an object with toString',
    echo('/p', QueryParam('p', Point)),
    { p: new Point('1,2') },
    '/p?p=1%2C2',
    [{ text: '1,2' }],
  ],
  ['a string that a custom codec parses', echo('/h/{n}', PathParam('n', hex)), { n: 'ff' }, '/h/ff', ['255']],
  [
    'the values of a bean',
    echo('/n', page),
    { size: 3, sort: 'a' },
    '/n?size=3&sort=a',
    [{ size: 3, sort: 'a' }],
  ],
  [
    'a name that two arguments bind',
    echo('/n', page, QueryParam('size', int)),
    { size: 3 },
    '/n?size=3',
    [{ size: 3 }, 3],
  ],
  [
    'a raw value unchanged',
    echo('/n', QueryParam('q', String).raw()),
    { q: 'a%20b+c' },
    '/n?q=a%20b+c',
    ['a%20b+c'],
  ],
  [
    'a parameter named like a member of Object.prototype',
    echo('/n', QueryParam('constructor', String)),
    { constructor: 'x' },
    '/n?constructor=x',
    ['x'],
  ],
  [
    'a variable named __proto__',
    echo('/n/{__proto__}', PathParam('__proto__', String)),
    { ['__proto__']: 'x' },
    '/n/x',
    ['x'],
  ],
  [
    'a header and a context object, which need no value',
    echo('/n', HeaderParam('x', optional(String)), Context(HttpRequest)),
    {},
    '/n',
    undefined,
  ],
];

it.each(cases)('addressOf builds an address with %s', (_name, one, values, address) => {
  expect(addressOf(one, values)).toBe(address);
  expect(addressOf(one, values)).toBe(address);
});

const json = {
  stringify: (value: unknown) =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
  parse: JSON.parse,
};

describeTransports('a request to an address from addressOf', (serve) => {
  it.each(cases.filter(([, , , , read]) => read !== undefined))(
    'binds the same values: %s',
    async (_name, one, values, _address, read) => {
      const client = await serve(new Router(new Toolkit({ json })).add(one));
      const { status, json: body } = await client(addressOf(one, values));
      expect({ status, body: body() as unknown }).toEqual({ status: 200, body: read });
    },
  );
});

const one = echo(
  '/n/{id:\\d+}',
  PathParam('id', int),
  QueryParam('loud', optional(Boolean)),
  HeaderParam('etag', optional(String)),
);
it.each<[name: string, values: AddressValues, message: string, route?: Route]>([
  ['every missing parameter', {}, 'ANY /n (', echo('/n', QueryParam('a', int), QueryParam('b', int))],
  [
    'missing parameters by name',
    {},
    ': a is missing; b is missing (parameters: a, b)',
    echo('/n', QueryParam('a', int), QueryParam('b', int)),
  ],
  [
    'a missing path variable',
    { loud: true },
    'cannot build the address of ANY /n/{id:\\d+} (handler): id is missing (parameters: id, loud)',
    one,
  ],
  ['null as missing', { id: null }, 'id is missing', one],
  ['an unknown name', { id: 1, loudd: true }, 'loudd is unknown (parameters: id, loud)', one],
  ['a value for a header', { id: 1, etag: 'x' }, 'etag is a header, which is not part of an address', one],
  [
    'a value for a cookie',
    { c: 'x' },
    'c is a cookie, which',
    echo('/n', CookieParam('c', optional(String))),
  ],
  [
    'a value for a form field',
    { c: 'x' },
    'c is a form field, which',
    echo('/n', FormParam('c', optional(String))),
  ],
  ['any name for a route without parameters', { a: 1 }, 'a is unknown (it has no parameters)', echo('/n')],
  [
    'a value that cannot be converted',
    { id: 1, loud: 'perhaps' },
    'loud must be true or false: "perhaps"',
    one,
  ],
  ['a value that the pattern rejects', { id: -1 }, 'id does not match \\d+: "-1"', one],
  ['a number that is not an integer', { id: 1.5 }, 'id must be a whole number: "1.5"', one],
  ['NaN', { id: NaN }, 'id is not a string, number, boolean or date: NaN', one],
  [
    'an object without toString',
    { id: {} },
    'id is not a string, number, boolean or date: a value of type object',
    one,
  ],
  ['a list for a path variable', { id: [1] }, 'id is a list; pass one value', one],
  [
    'a list for a single query parameter',
    { q: [1] },
    'q is a list; pass one value',
    echo('/n', QueryParam('q', int)),
  ],
  ['an empty string', { q: '' }, 'q is empty', echo('/n', QueryParam('q', optional(int)))],
  [
    'a value that a schema type rejects',
    { q: 12 },
    'q Too big',
    echo('/n', QueryParam('q', z.number().max(10))),
  ],
  [
    'a value that the schema of valid() rejects',
    { q: 12 },
    'q Too big',
    echo('/n', QueryParam('q', int).valid(z.number().max(10))),
  ],
  [
    'a raw value with characters that are invalid in a query',
    { q: 'a&b' },
    'q is sent unencoded, but contains characters that are invalid in a query: "a&b"',
    echo('/n', QueryParam('q', String).raw()),
  ],
])('addressOf rejects %s', (_name, values, message, subject = one) => {
  expect(() => addressOf(subject, values)).toThrow(AddressError);
  expect(() => addressOf(subject, values)).toThrow(message);
});

it.each<[base: string, address: string]>([
  ['', '/n/7'],
  ['/', '/n/7'],
  ['/api', '/api/n/7'],
  ['/api/', '/api/n/7'],
  ['https://example.org', 'https://example.org/n/7'],
  ['http://localhost:8080/a/b/', 'http://localhost:8080/a/b/n/7'],
  ['wss://example.org', 'wss://example.org/n/7'],
])('an address starts with the base %s', (base, address) => {
  expect(addressOf(one, { id: 7 }, { base })).toBe(address);
});

it.each<AddressOptions>([
  { base: 'api' },
  { base: '/a?b' },
  { base: 'javascript:alert(1)' },
  { base: '/a#b' },
])('addressOf rejects the base %o', (options) => {
  expect(() => addressOf(one, { id: 7 }, options)).toThrow('base is neither a path nor an http(s) URL');
});
