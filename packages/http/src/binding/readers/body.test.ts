import { expect, it } from 'vitest';
import { z } from 'zod';
import { array, BodyParam, int, nullable, optional, route, Router, Toolkit, type Type } from '../../index.ts';
import { describeTransports } from '../../testing/transports.ts';

class Note {
  title = 'no initialiser runs';
  get loud(): string {
    return this.title.toUpperCase();
  }
}
class Checked {
  static readonly schema = z.object({ n: z.number().refine(async (n) => n > 0) });
  declare n: number;
}
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const BOM = [0xef, 0xbb, 0xbf];

describeTransports('bodies', (serve) => {
  const send = async (
    type: Type,
    body: string | Uint8Array | undefined,
    contentType: string | undefined = 'application/json',
  ): Promise<unknown> => {
    const client = await serve(
      new Router(new Toolkit()).add(
        route({
          method: 'POST',
          path: '/',
          bindings: [BodyParam(type)],
          handler: (value: unknown) => ({
            value: value instanceof Uint8Array ? [...value] : value,
            of: (value as object | undefined)?.constructor?.name,
          }),
        }),
      ),
    );
    const headers = contentType === '' ? {} : { 'content-type': contentType };
    const response = await client({ method: 'POST', url: '/', headers, ...(body !== undefined && { body }) });
    if (response.status === 200) return response.json() as unknown;
    const { errors, code } = response.json() as {
      code: string;
      errors?: { detail: string; pointer?: string }[];
    };
    return [response.status, ...(errors?.map(({ detail, pointer }) => (pointer ?? '') + detail) ?? [code])];
  };

  it.each([
    ['an instance of a class', Note, '{"title":"a"}', { value: { title: 'a' }, of: 'Note' }],
    ['an instance of a class without keys', Note, '{}', { value: {}, of: 'Note' }],
    ['an instance of a class with a schema', Checked, '{"n":1}', { value: { n: 1 }, of: 'Checked' }],
    ['any object', Object, '{"a":[1]}', { value: { a: [1] }, of: 'Object' }],
    ['any array', Array, '[1,"a"]', { value: [1, 'a'], of: 'Array' }],
    ['an array of a class', array(Note), '[{"title":"a"}]', { value: [{ title: 'a' }], of: 'Array' }],
    [
      'the output of an asynchronous schema',
      z.object({ a: z.number().refine(async () => true) }),
      '{"a":1}',
      { value: { a: 1 }, of: 'Object' },
    ],
    ['a number', int, '5', { value: 5, of: 'Number' }],
    ['null', nullable(Note), 'null', { value: null }],
    ['an unchanged string', String, ' {"a": 1}\n', { value: ' {"a": 1}\n', of: 'String' }],
    ['an empty string', String, undefined, { value: '', of: 'String' }],
    ['an empty byte array', Uint8Array, undefined, { value: [], of: 'Uint8Array' }],
    ['bytes', Uint8Array, '\u0001é', { value: [1, 0xc3, 0xa9], of: 'Uint8Array' }],
    ['an absent object', optional(Note), undefined, {}],
    ['an absent object from whitespace', optional(Note), ' \n', {}],
    ['an absent optional string', optional(String), undefined, {}],
  ] as const)('BodyParam binds %s', async (_what, type, body, expected) => {
    expect(await send(type as Type, body)).toEqual(expected);
  });

  it.each([
    ['no body', Note, undefined, 'is missing'],
    ['an array for a class', Note, '[]', 'must be an object'],
    ['an object for an array', array(Note), '{}', 'must be an array'],
    ['an object that the schema of a class rejects', Checked, '{"n":0}', '/nInvalid input'],
    ['an element of the wrong type', array(int), '[1,1.5]', '/1must be a whole number'],
    ['null for a class', Note, 'null', 'must be an object'],
    ['truncated JSON', Note, '{"title":"a', 'is not JSON (line 1, column 12)'],
    ['an unknown key', Note, '{"loud":1}', '/loudunknown parameter'],
    ['the key __proto__', Note, '{"__proto__":{"a":1}}', 'has a key named __proto__, which is not allowed'],
    [
      'a nested key constructor',
      Object,
      '{"a":[{"constructor":1}]}',
      'has a key named constructor, which is not allowed',
    ],
    [
      'the key prototype',
      array(Note),
      '[{"prototype":1}]',
      'has a key named prototype, which is not allowed',
    ],
    ['a million brackets', Array, '['.repeat(1_000_000), 'is nested more than 128 levels deep'],
  ] as const)('BodyParam rejects %s with 400', async (_what, type, body, detail) => {
    expect(await send(type as Type, body)).toEqual([400, detail]);
  });

  it.each([
    ['UTF-8 without a charset', utf8('{"a":"ä€"}'), 'application/json'],
    ['UTF-8 with a byte-order mark', new Uint8Array([...BOM, ...utf8('{"a":"ä€"}')]), 'application/json'],
    ['UTF-16LE', utf16('{"a":"ä€"}'), 'application/json; charset=utf-16le'],
    ['UTF-16 with a byte-order mark', utf16('\ufeff{"a":"ä€"}'), 'application/json; charset="UTF-16"'],
    [
      'windows-1252',
      new Uint8Array([...utf8('{"a":"'), 0xe4, 0x80, ...utf8('"}')]),
      'application/json;charset=latin1',
    ],
  ])('BodyParam decodes %s', async (_what, body, type) => {
    expect(await send(Object, body, type)).toMatchObject({ value: { a: 'ä€' } });
    expect(await send(String, body, type)).toMatchObject({ value: '{"a":"ä€"}' });
  });

  it.each([
    [
      'bytes that are not UTF-8',
      new Uint8Array([0x22, 0xff, 0x22]),
      'application/json',
      [400, 'is not UTF-8'],
    ],
    [
      'an incomplete character',
      new Uint8Array([0x22, 0xe2, 0x82]),
      'application/json',
      [400, 'is not UTF-8'],
    ],
    [
      'an incomplete UTF-16 code unit',
      new Uint8Array([0x22, 0, 0x22]),
      'application/json; charset=utf-16le',
      [400, 'is not UTF-16LE'],
    ],
    ['an unknown charset', utf8('{}'), 'application/json; charset=martian', [415, 'unsupported-media-type']],
    [
      'a charset named like a member of Object.prototype',
      utf8('{}'),
      'application/json; charset=constructor',
      [415, 'unsupported-media-type'],
    ],
    [
      'UTF-8 that is declared as UTF-16',
      utf8('{"a":1}'),
      'application/json; charset=utf-16',
      [400, 'is not UTF-16LE'],
    ],
    ['a media type other than JSON', utf8('{}'), 'text/plain', [415, 'unsupported-media-type']],
    ['an invalid media type', utf8('{}'), 'json', [415, 'unsupported-media-type']],
  ])('BodyParam rejects %s', async (_what, body, type, expected) => {
    expect(await send(Object, body, type)).toEqual(expected);
  });
});

it('the handler does not run for a body that is shorter than its Content-Length', async () => {
  const { createServer } = await import('../../server/server.ts');
  const { connect } = await import('node:net');
  let calls = 0;
  const router = new Router(new Toolkit({ limits: { bodyTime: 2000 } })).add(
    route({ method: 'POST', path: '/', bindings: [BodyParam(Object)], handler: () => (calls += 1) }),
  );
  const server = createServer(router, {});
  const { port } = await server.listen(0, '127.0.0.1');
  const socket = connect(port, '127.0.0.1');
  socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{}');
  await new Promise((resolve) => socket.on('close', resolve).resume());
  await server.close({ timeout: 0 });
  expect(calls).toBe(0);
});
