import { expect, it } from 'vitest';
import { ResponseHeaders } from './response-headers.ts';

it('keeps names in any case, and repeats apart', () => {
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
])('refuses %j: %j, without the value in the message', (name, value) => {
  const headers = new ResponseHeaders();
  expect(() => headers.set(name, value)).toThrow(TypeError);
  expect(() => headers.append(name, `secret${value}`)).toThrow(/^(?!.*secret)/);
  expect(headers.flat()).toEqual([]);
});
