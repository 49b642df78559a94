import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createTextResponse } from './lazy-response.ts';

const eager = (): Response =>
  new Response('{"a":1}', {
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
  });
const create = (): Response => createTextResponse('{"a":1}', [], eager);

it('a lazy response is constructed when a part other than its status is read', () => {
  let constructed = 0;
  const response = createTextResponse('a', ['x-a', '1'], (body, [name = '', value = '']) => {
    constructed += 1;
    return new Response(body, { headers: { [name]: value } });
  });
  expect([response.status, response.ok, constructed]).toEqual([200, true, 0]);
  expect([response.headers.get('x-a'), response.headers.get('x-a'), constructed]).toEqual(['1', '1', 1]);
});

it('a lazy response has the members of a Response with the same values', async () => {
  const names = Object.entries(Object.getOwnPropertyDescriptors(Response.prototype))
    .filter(([, { get }]) => get !== undefined)
    .map(([name]) => name as keyof Response);
  expect(names).toContain('headers');
  for (const name of names.filter((each) => each !== 'body'))
    expect([name, create()[name]]).toEqual([name, eager()[name]]);
  expect(create().body).toBeInstanceOf(ReadableStream);
  expect([...create().headers]).toEqual([...eager().headers]);
});

it('the body of a lazy response can be read once, in every form', async () => {
  expect(await create().text()).toBe('{"a":1}');
  expect(await create().json()).toEqual({ a: 1 });
  expect(await create().bytes()).toEqual(await eager().bytes());
  expect(await (await create().blob()).text()).toBe('{"a":1}');
  const response = create();
  expect(response.bodyUsed).toBe(false);
  await response.text();
  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
});

it('a lazy response can be cloned, changed and copied to another response', async () => {
  const response = create();
  response.headers.set('x-a', '1');
  const clone = response.clone();
  expect([clone.headers.get('x-a'), await clone.text(), await response.text()]).toEqual([
    '1',
    '{"a":1}',
    '{"a":1}',
  ]);
  const copy = new Response(create().body, create());
  expect([copy.status, copy.headers.getSetCookie(), await copy.text()]).toEqual([
    200,
    ['a=1', 'b=2'],
    '{"a":1}',
  ]);
});

it('a lazy response is an instance of Response', () => {
  expect(create()).toBeInstanceOf(Response);
  expect(create().constructor).toBe(Response);
  expect(Object.prototype.toString.call(create())).toBe('[object Response]');
  expect(inspect(create())).toContain('application/json');
});

it('a lazy response can be converted to a Response for functions that accept no other object', async () => {
  await expect(async () => Response.prototype.text.call(create())).rejects.toThrow(TypeError);
  const response = create();
  const converted = new Response(response.body, response);
  expect(converted.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await Response.prototype.text.call(converted)).toBe('{"a":1}');
});
