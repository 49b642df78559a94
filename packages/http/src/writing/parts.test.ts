import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { events, route, Router, Toolkit, type Logger } from '../index.ts';
import { describeTransports } from '../testing/transports.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns each kind of source with the same values. All of them must be sent in the same way. */
function forms(values: () => readonly unknown[]): readonly (readonly [string, () => unknown])[] {
  return [
    [
      'a generator',
      function* () {
        yield* values();
      },
    ],
    [
      'an async generator',
      async function* () {
        yield* values();
      },
    ],
    [
      'an async iterable',
      () => ({
        [Symbol.asyncIterator]: async function* () {
          yield* values();
        },
      }),
    ],
    ['an iterator', () => values().values()],
  ];
}

describeTransports('a streamed result', (serve) => {
  const send = async (
    handler: () => unknown,
    {
      produces,
      accept,
      method = 'GET',
    }: { produces?: readonly string[]; accept?: string; method?: string } = {},
  ) => {
    const router = new Router(new Toolkit({ logger: silent })).add(
      route({ method: 'GET', path: '/', handler, ...(produces && { produces }) }),
    );
    const client = await serve(router);
    const response = await client({ method, url: '/', headers: accept === undefined ? {} : { accept } });
    return [response.status, response.headers['content-type'], response.text(), response.complete];
  };
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it.each(forms(() => [{ a: 1 }, [2], 'x', null, undefined, true]))(
    'from %s is sent as a JSON array',
    async (_, source) => {
      const body = '[{"a":1},[2],"x",null,null,true]';
      expect(await send(source)).toEqual([200, 'application/json', body, true]);
      expect(await send(source, { produces: ['application/vnd.api+json'] })).toEqual([
        200,
        'application/vnd.api+json',
        body,
        true,
      ]);
    },
  );

  it.each(forms(() => [{ a: 1 }, 'x', 2]))(
    'from %s is sent as JSON lines if the media type requires it',
    async (_, source) => {
      const lines = '{"a":1}\n"x"\n2\n';
      for (const type of ['application/x-ndjson', 'application/ndjson', 'application/jsonl']) {
        expect(await send(source, { produces: [type] })).toEqual([200, type, lines, true]);
      }
      const accept = 'application/x-ndjson';
      expect(await send(source, { accept })).toEqual([200, accept, lines, true]);
      expect(await send(source, { accept, produces: ['application/json', accept] })).toEqual([
        200,
        accept,
        lines,
        true,
      ]);
    },
  );

  it.each(forms(() => ['a', bytes('b'), 'c']))(
    'from %s that begins with a string or bytes is sent unchanged',
    async (_, source) => {
      expect(await send(source)).toEqual([200, 'application/octet-stream', 'abc', true]);
      expect(await send(source, { produces: ['application/json'] })).toEqual([
        200,
        'application/json',
        'abc',
        true,
      ]);
    },
  );

  it.each(forms(() => []))('from %s without values is sent as an empty array', async (_, source) => {
    expect(await send(source)).toEqual([200, 'application/json', '[]', true]);
    expect(await send(source, { produces: ['application/x-ndjson'] })).toEqual([
      200,
      'application/x-ndjson',
      '',
      true,
    ]);
    expect(await send(source, { produces: ['text/csv'] })).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
      true,
    ]);
  });

  it('from an empty file or byte stream has an empty body', async () => {
    for (const source of [
      () => new Blob([]),
      () => new Blob([]).stream(),
      () => Readable.from([], { objectMode: false }),
    ]) {
      expect(await send(source)).toEqual([200, 'application/octet-stream', '', true]);
    }
    expect(await send(() => Readable.from([{ a: 1 }]))).toEqual([200, 'application/json', '[{"a":1}]', true]);
  });

  it.each(forms(() => [{ a: 1 }]))(
    'from %s is not produced for HEAD, but the declared type is sent',
    async (_, source) => {
      expect(await send(source, { method: 'HEAD' })).toEqual([200, undefined, '', true]);
      expect(await send(source, { method: 'HEAD', produces: ['application/json'] })).toEqual([
        200,
        'application/json',
        '',
        true,
      ]);
    },
  );

  it.each(forms(() => [{ a: 1 }, 10n]))(
    'from %s is aborted if a later value cannot be written',
    async (_, source) => {
      expect((await send(source)).at(-1)).toBe(false);
    },
  );

  it.each(forms(() => [10n]))(
    'from %s causes a 500 if the first value cannot be written',
    async (_, source) => {
      expect((await send(source)).at(0)).toBe(500);
    },
  );

  it.each(forms(() => [{ a: 1 }]))(
    'from %s causes a 500 if the declared type cannot represent objects, and a 406 if the client does not accept JSON',
    async (_, source) => {
      expect((await send(source, { produces: ['text/csv'] })).at(0)).toBe(500);
      expect((await send(source, { accept: 'text/html' })).at(0)).toBe(406);
    },
  );

  it('stops its source if the response is 406', async () => {
    let stopped = 0;
    await send(
      function* () {
        try {
          yield 1;
          yield 2;
        } finally {
          stopped += 1;
        }
      },
      { accept: 'text/html' },
    );
    expect(stopped).toBe(1);
  });
});

describeTransports('the response to HEAD for a streamed result', (serve) => {
  const head = async (handler: () => unknown): Promise<readonly unknown[]> => {
    const router = new Router(new Toolkit({ logger: silent })).add(
      route({ method: 'GET', path: '/', handler }),
      route({ method: 'GET', path: '/next', handler: () => 'next' }),
    );
    const client = await serve(router);
    const { status, headers, ...response } = await client({ method: 'HEAD', url: '/' });
    // The connection can still be used.
    expect((await client('/next')).text()).toBe('next');
    return [status, headers['content-length'], response.text()];
  };

  it.each<[string, () => unknown]>([
    ['a stream', () => new Blob(['abc']).stream()],
    ['a Node stream', () => Readable.from(['abc'])],
    [
      'an async generator',
      async function* () {
        yield { a: 1 };
      },
    ],
    ['a Response with a stream', () => new Response(new Blob(['abc']).stream())],
    [
      'an event stream',
      () =>
        events(
          (async function* () {
            yield { data: 1 };
          })(),
        ),
    ],
  ])('contains no Content-Length for %s', async (_what, handler) => {
    expect(await head(handler)).toEqual([200, undefined, '']);
  });

  it('contains the Content-Length of a Blob', async () => {
    expect(await head(() => new Blob(['abc']))).toEqual([200, '3', '']);
  });
});
