import { expect, it, onTestFinished, vi } from 'vitest';
import { ResponseHeaders } from './response-headers.ts';

it('header names are case-insensitive, and repeated headers remain separate', () => {
  const headers = new ResponseHeaders();
  headers.set('X-A', '1');
  headers.append('x-a', '2');
  headers.append('Set-Cookie', 'a=1');
  headers.append('set-cookie', 'b=2');
  headers.append('set-cookie', 'c=3');
  expect(headers.get('X-a')).toBe('1, 2');
  expect(headers.flat()).toEqual(
    ['x-a: 1', 'x-a: 2', 'set-cookie: a=1', 'set-cookie: b=2', 'set-cookie: c=3'].flatMap((l) =>
      l.split(': '),
    ),
  );
  headers.set('x-a', '3');
  headers.delete('SET-COOKIE');
  expect([headers.flat(), headers.has('set-cookie')]).toEqual([['x-a', '3'], false]);
});

it.each([
  ['', 'x'],
  ['a b', 'x'],
  ['a:', 'x'],
  ['ä', 'x'],
  ['a', 'x\r\ny: z'],
  ['a', 'x\0'],
  ['a', '€'],
])('an invalid header is rejected with a message that does not contain its value: %j: %j', (name, value) => {
  const headers = new ResponseHeaders();
  expect(() => headers.set(name, value)).toThrow(TypeError);
  expect(() => headers.append(name, `secret${value}`)).toThrow(/^(?!.*secret)/);
  expect(headers.flat()).toEqual([]);
});

it('vary() adds each name once, even if Vary is changed in between', () => {
  const headers = new ResponseHeaders();
  headers.declare(new Map([['vary', ['Accept', 'Cookie']]]));
  for (const name of ['accept', 'Origin', 'COOKIE', 'origin']) headers.vary(name);
  expect(headers.get('vary')).toBe('Accept, Cookie, Origin');
  headers.append('Vary', 'X-A,x-b');
  headers.vary('X-B');
  headers.vary('x-c, X-D');
  headers.vary('x-d');
  expect(headers.get('vary')).toBe('Accept, Cookie, Origin, X-A,x-b, x-c, X-D');
  headers.set('vary', '*');
  headers.vary('origin');
  expect(headers.get('vary')).toBe('*');
  headers.delete('Vary');
  headers.vary('origin');
  expect(headers.get('vary')).toBe('origin');
  headers.clear();
  headers.vary('origin');
  headers.refine(new Map([['vary', 'Accept']]));
  headers.vary('accept');
  expect(headers.get('vary')).toBe('origin, Accept');
  headers.declare(new Map());
  headers.vary('origin');
  expect(headers.flat()).toEqual(['vary', 'origin', 'vary', 'Accept']);
});

it('vary() parses the existing names once for many additions', () => {
  const headers = new ResponseHeaders();
  const split = vi.spyOn(String.prototype, 'split');
  onTestFinished(() => split.mockRestore());
  for (let index = 0; index < 1000; index += 1) headers.vary(`x-${index}`);
  const read = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
  // Only the added names were parsed and, once, the empty list.
  expect(read).toBe(headers.get('vary')!.replaceAll(', ', '').length);
});

it('appending to a header does not modify the list of values that a route declares', () => {
  const declared = new Map([['link', ['<a>', '<b>']]]);
  const headers = new ResponseHeaders();
  headers.declare(declared);
  headers.append('link', '<c>');
  headers.append('link', '<d>');
  expect(headers.get('link')).toBe('<a>, <b>, <c>, <d>');
  expect(declared.get('link')).toEqual(['<a>', '<b>']);
});

it.each([
  ['/a b/ü?q=€', '/a%20b/%C3%BC?q=%E2%82%AC'],
  ['/already%20encoded/%C3%BC', '/already%20encoded/%C3%BC'],
  ['https://example.org/#ä', 'https://example.org/#%C3%A4'],
  ['/lone\ud800', '/lone%EF%BF%BD'],
])('a Location header of %j is sent as %j', (given, sent) => {
  const headers = new ResponseHeaders();
  headers.set('Location', given);
  expect(headers.get('location')).toBe(sent);
});

it('a Location header with a line break is rejected like any other header', () => {
  expect(() => new ResponseHeaders().set('location', '/a\r\nset-cookie: x')).toThrow(TypeError);
  expect(() => new ResponseHeaders().append('location', '/a\0')).toThrow(TypeError);
});
