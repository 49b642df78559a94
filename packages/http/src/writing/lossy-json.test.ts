import { expect, it } from 'vitest';
import { HttpError, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';
import { describeTransports } from '../testing/transports.ts';

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

const raise = (error: Error): never => {
  throw error;
};

class Money {
  readonly cents = new Map([['EUR', 5]]);
  toJSON(): object {
    return { cents: 5 };
  }
}

describeTransports('a result as JSON', (serve) => {
  const get = async (handler: () => unknown, json?: object) => {
    const logger = recordingLogger();
    const toolkit = new Toolkit({ logger, ...(json as object) });
    const router = new Router(toolkit).add(
      route({ method: 'GET', path: '/', handler, produces: ['application/json'] }),
    );
    const client = await serve(router);
    const { status, ...response } = await client('/');
    return { status, text: response.text(), log: JSON.stringify(logger.lines, errorText) };
  };
  const errorText = (_key: string, value: unknown): unknown =>
    value instanceof Error ? value.message : value;

  it.each<[string, () => unknown, string]>([
    ['a Map', () => new Map([['a', 1]]), 'the result is an instance of Map'],
    ['a Set', () => new Set([1]), 'the result is an instance of Set'],
    ['an Error', () => new Error('secret'), 'the result is an instance of Error'],
    [
      'an Error with fields',
      () => Object.assign(new TypeError('x'), { code: 1 }),
      'an instance of TypeError',
    ],
    [
      'a Map in an object',
      () => ({ 'a/b': [new Map([['a', 1]])] }),
      '/a~1b/0 of the result is an instance of Map',
    ],
    ['an Error in an array', () => [new Error('x')], '/0 of the result is an instance of Error'],
    [
      'a promise in an object',
      () => ({ later: Promise.resolve(1) }),
      '/later of the result is an instance of Promise',
    ],
    ['a generator in an object', () => ({ all: [1].values() }), '/all of the result is an iterator'],
    [
      'an ArrayBuffer in an object',
      () => ({ raw: new ArrayBuffer(2) }),
      '/raw of the result is an instance of ArrayBuffer',
    ],
    [
      'bytes in an object',
      () => ({ raw: new Uint8Array([65]) }),
      '/raw of the result is an instance of Uint8Array',
    ],
    [
      'empty bytes in an object',
      () => ({ raw: new Uint8Array() }),
      '/raw of the result is an instance of Uint8Array',
    ],
    [
      'a typed array of numbers',
      () => [new Float64Array([1])],
      '/0 of the result is an instance of Float64Array',
    ],
    [
      'bytes in the first value of a stream',
      async function* () {
        yield { raw: new Uint8Array([65]) };
      },
      '/raw of the result is an instance of Uint8Array',
    ],
    ['a DataView', () => new DataView(new ArrayBuffer(2)), 'the result is an instance of DataView'],
    ['a file in an object', () => ({ f: new File(['x'], 'a') }), '/f of the result is an instance of File'],
    [
      'headers in an object',
      () => ({ h: new Headers({ a: 'b' }) }),
      '/h of the result is an instance of Headers',
    ],
  ])('causes an error instead of an empty object if it is %s', async (_what, handler, message) => {
    const { status, text, log } = await get(handler);
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(log).toContain(message);
  });

  it.each<[string, () => unknown, string]>([
    [
      'a promise in it',
      () => ({ note: Promise.resolve(1) }),
      '/note of the result is an instance of Promise',
    ],
    ['a BigInt in it', () => ({ count: 1n }), 'Do not know how to serialize a BigInt'],
    ['a cycle', () => cyclic, 'Converting circular structure to JSON'],
  ])('with %s causes an error that names the route and its location', async (_what, handler, message) => {
    const { status, text, log } = await get(handler);
    expect(status).toBe(500);
    expect(log).toMatch(
      /the result of GET \/ \(anonymous\) at \S*lossy-json\.test\.ts:\d+:\d+ cannot be written: /,
    );
    expect(log).toContain(message);
    expect(text).not.toMatch(/lossy-json|anonymous|result/);
  });

  it('passes on errors of other types that its toJSON methods throw', async () => {
    const thrower = { toJSON: () => raise(new HttpError(409, 'busy')) };
    expect(await get(() => thrower)).toMatchObject({ status: 409, log: '[]' });
  });

  it('may contain empty objects, class instances and objects with toJSON', async () => {
    const value = {
      empty: {},
      list: [{}],
      money: new Money(),
      date: new Date(0),
      none: Object.create(null) as object,
    };
    expect(await get(() => value)).toMatchObject({
      status: 200,
      text: '{"empty":{},"list":[{}],"money":{"cents":5},"date":"1970-01-01T00:00:00.000Z","none":{}}',
    });
  });

  it('is written by a custom mapper', async () => {
    const json = {
      parse: JSON.parse,
      stringify: (value: unknown) => JSON.stringify([...(value as Map<string, number>)]),
    };
    expect(await get(() => new Map([['a', 1]]), { json })).toMatchObject({ status: 200, text: '[["a",1]]' });
  });

  it('is thrown if it is an HttpError, even in a promise', async () => {
    const gone = (): HttpError => new HttpError(410, 'it was here');
    for (const handler of [gone, () => Promise.resolve(gone())]) {
      const { status, text } = await get(handler);
      expect(status).toBe(410);
      expect(JSON.parse(text)).toMatchObject({ status: 410, detail: 'it was here' });
    }
  });
});
