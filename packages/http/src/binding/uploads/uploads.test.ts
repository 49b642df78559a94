import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  array,
  BodyHandler,
  Context,
  FileUpload,
  FormParam,
  HttpRequest,
  int,
  object,
  optional,
  readParts,
  route,
  Router,
  RoutingContext,
  Toolkit,
} from '../../index.ts';
import type { Binding, BodyHandlerLike } from '../../kernel.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { describeTransports, type Client } from '../../testing/transports.ts';

const BOUNDARY = 'xyz';
const type = `multipart/form-data; boundary=${BOUNDARY}`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writ-uploads-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a part without its boundary. */
const field = (name: string, value: string, more = ''): string =>
  `Content-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}`;
const file = (name: string, fileName: string, content: string, contentType = 'text/plain'): string =>
  `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n${content}`;
const form = (...parts: string[]): string =>
  `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`;

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    await new Promise(setImmediate);
    yield bytes.subarray(start, start + size);
  }
}

async function* never(text: string, signal: AbortSignal): AsyncGenerator<string> {
  yield text;
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

const post = (
  client: Client,
  body: string | AsyncIterable<string | Uint8Array>,
  url = '/',
  contentType = type,
) => client({ method: 'POST', url, body, headers: { 'content-type': contentType } });

/** Waits until the folder is empty, because files are deleted after the response has ended. */
const empty = () =>
  vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), { interval: 5, timeout: 30_000 });

describeTransports('multipart forms', (serve) => {
  const logger = recordingLogger();
  const handler = () =>
    new BodyHandler({
      uploadsDirectory: folder,
      maxPart: 100,
      maxFile: 1000,
      maxFiles: 3,
      maxTotal: '4kB',
      maxBody: 300,
    });
  const seen: string[] = [];
  const describeFile = async (upload: FileUpload) => {
    seen.push(upload.path);
    return {
      name: upload.name,
      fileName: upload.fileName,
      contentType: upload.contentType,
      size: upload.size,
      text: await readFile(upload.path, 'utf8'),
      streamed: await new Response(upload.stream()).text(),
    };
  };
  const routerWith = (bodyTime: number) => {
    const router = new Router(new Toolkit({ logger, limits: { body: 200, bodyTime } }));
    router.registries.bodyHandler = handler();
    return router.add(
      route({
        method: 'POST',
        path: '/',
        bindings: [
          FormParam('title', optional(String)),
          FormParam('photo', optional(FileUpload)),
          FormParam('n', optional(array(int))),
        ],
        handler: async (title, photo, n) => ({ title, photo: photo && (await describeFile(photo)), n }),
      }),
      route({
        method: 'POST',
        path: '/many',
        bindings: [FormParam('f', array(FileUpload))],
        handler: async (files) =>
          (await Promise.all(files.map(describeFile))).map(({ fileName, text }) => [fileName, text]),
      }),
      route({
        method: 'POST',
        path: '/context',
        bindings: [Context(RoutingContext)],
        handler: ({ fileUploads }) => fileUploads.map(({ name, path }) => [name, path.startsWith(folder)]),
      }),
      route({
        method: 'POST',
        path: '/throws',
        bindings: [FormParam('f', FileUpload)],
        handler: async (upload) => {
          await describeFile(upload);
          throw new Error('secret');
        },
      }),
      route({
        method: 'POST',
        path: '/keep',
        bindings: [FormParam('f', FileUpload)],
        handler: (upload) => {
          upload.keep();
          return upload.path;
        },
      }),
      route({
        method: 'POST',
        path: '/web',
        bindings: [FormParam('f', File)],
        handler: async (given) => [
          given.name,
          given.type,
          given.size,
          await given.text(),
          given instanceof File,
        ],
      }),
      route({
        method: 'POST',
        path: '/parts',
        bindings: [Context(HttpRequest)],
        scopes: [{ bodyHandler: none, limits: { body: 5000 } }],
        async handler(request) {
          const described: unknown[] = [];
          for await (const { name, fileName, body } of readParts(request, { maxParts: 3 })) {
            if (name === 'skip') continue;
            let length = 0;
            for await (const chunk of body) length += chunk.byteLength;
            described.push([name, fileName ?? null, length]);
          }
          return described;
        },
      }),
      {
        ...route({ method: 'POST', path: '/object', handler: () => 1 }),
        closed: true,
        bindings: [
          {
            source: 'object',
            type: object({ title: String, photo: File, more: optional(array(FileUpload)) }),
          },
        ] satisfies Binding[],
        handler: async (given: { title: string; photo: File; more?: FileUpload[] }) => [
          given.title,
          await given.photo.text(),
          given.more?.length ?? null,
        ],
      },
    );
  };
  /** A body handler that does not read the body. */
  const none: BodyHandlerLike = { read: () => Promise.resolve({ fields: [], files: [] }), maxTotal: 5000 };

  const start = async (bodyTime = 60_000): Promise<Client> => serve(routerWith(bodyTime));
  const codes = async (sent: ReturnType<Client>): Promise<unknown[]> => {
    const response = await sent;
    const { code, detail, errors } = response.json() as {
      code: string;
      detail: string;
      errors?: { source: string; name?: string; detail: string }[];
    };
    return [
      response.status,
      code,
      ...(errors?.map((e) => `${e.source} ${e.name ?? ''}: ${e.detail}`) ?? [detail]),
    ];
  };

  it.each([1, 7, 64_000])(
    'a form that arrives in chunks of %i byte(s) is read',
    { timeout: 120_000 },
    async (size) => {
      const client = await start();
      const body = form(
        field('title', 'größer'),
        field('n', '1'),
        file('photo', 'a "b".txt'.replaceAll('"', '%22'), 'line\r\n--xy\r\n-', 'image/png'),
        field('n', '2'),
        field('other', 'ignored'),
      );
      const response = await post(client, inChunks(body, size));
      expect(response.json()).toEqual({
        title: 'größer',
        n: [1, 2],
        photo: {
          name: 'photo',
          fileName: 'a "b".txt',
          contentType: 'image/png',
          size: 13,
          text: 'line\r\n--xy\r\n-',
          streamed: 'line\r\n--xy\r\n-',
        },
      });
      await empty();
    },
  );

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\dir\\x.txt', 'x.txt'],
    ['/abs/olute', 'olute'],
    ['ü.txt', 'ü.txt'],
    ['a;b.txt', 'a;b.txt'],
  ])(
    'an upload that is sent as %j has the file name %j and is stored under a random name',
    async (given, expected) => {
      const client = await start();
      seen.length = 0;
      const response = await post(client, form(file('photo', given, 'x')));
      expect((response.json() as { photo: { fileName: string } }).photo.fileName).toBe(expected);
      expect(seen).toEqual([expect.stringMatching(new RegExp(`^${folder}/[0-9a-f-]{36}$`))]);
      await empty();
    },
  );

  it('a form may contain an extended file name, a field charset and an empty file field', async () => {
    const client = await start();
    const extended = `Content-Disposition: form-data; name=photo; filename="x"; filename*=UTF-8''%e2%82%ac.txt\r\n\r\nx`;
    const latin = field('title', 'gr\u00f6\u00dfer', 'Content-Type: text/plain; charset=latin1\r\n');
    const text = form(extended, latin);
    const bits = (async function* () {
      yield Buffer.from(text, 'latin1');
    })();
    expect((await post(client, bits)).json()).toMatchObject({
      title: 'größer',
      photo: { fileName: '€.txt', contentType: 'application/octet-stream' },
    });
    expect((await post(client, form(file('photo', '', '', 'application/octet-stream')))).json()).toEqual({});
    await empty();
  });

  it('FormParam binds a file to File, all files with a name to an array, and files by name to an object', async () => {
    const client = await start();
    expect((await post(client, form(file('f', 'a', '1'), file('f', 'b', '2')), '/many')).json()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect((await post(client, form(file('f', 'a.txt', 'abc')), '/web')).json()).toEqual([
      'a.txt',
      'text/plain',
      3,
      'abc',
      true,
    ]);
    const parts = [field('title', 't'), file('photo', 'a', 'abc'), file('more', 'b', '')];
    expect((await post(client, form(...parts), '/object')).json()).toEqual(['t', 'abc', 1]);
    expect(await codes(post(client, form(...parts, file('unknown', 'x', 'x')), '/object'))).toEqual([
      400,
      'invalid-values',
      'form unknown: unknown parameter',
    ]);
    await empty();
  });

  it('a handler that binds only the context receives the files', async () => {
    const client = await start();
    expect((await post(client, form(file('a', 'a', '1'), field('t', 'x')), '/context')).json()).toEqual([
      ['a', true],
    ]);
    expect((await post(client, '{}', '/context', 'application/json')).json()).toEqual([]);
    await empty();
  });

  it('files are deleted after the handler throws and after a validation issue', async () => {
    const client = await start();
    seen.length = 0;
    expect((await post(client, form(file('f', 'a', '1')), '/throws')).status).toBe(500);
    expect(seen).toHaveLength(1);
    await empty();
    expect(await codes(post(client, form(file('photo', 'a', '1'), field('n', 'x'))))).toEqual([
      400,
      'invalid-values',
      'form n: must be a whole number',
    ]);
    await empty();
  });

  it('a file is not deleted after keep()', async () => {
    const client = await start();
    const path = (await post(client, form(file('f', 'a', 'kept')), '/keep')).text();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await readFile(path, 'utf8')).toBe('kept');
    await rm(path);
  });

  it.each([
    ['a string for a file', [field('f', 'x')], '/many', 'form f: must be a file in a multipart form'],
    ['a file for a string', [file('title', 'a', 'x')], '/', 'form title: must be a string, not a file'],
    ['a missing file', [field('x', 'x')], '/many', 'form f: is missing'],
  ])('a form with %s is rejected with 400', async (_what, parts, url, detail) => {
    const client = await start();
    expect(await codes(post(client, form(...parts), url))).toEqual([400, 'invalid-values', detail]);
    await empty();
  });

  it.each([
    ['a field', [field('title', 'x'.repeat(101))], 'a form field is larger than 100 bytes'],
    [
      'the sum of all fields',
      Array.from({ length: 4 }, () => field('n', 'x'.repeat(90))),
      'the form fields are larger than 300 bytes in total',
    ],
    ['a file', [file('photo', 'a', 'x'.repeat(1001))], 'a file is larger than 1000 bytes'],
    [
      'the number of files',
      Array.from({ length: 4 }, () => file('photo', 'a', 'x')),
      'the form has more than 3 files',
    ],
    [
      'the whole form',
      [field('title', 'x'), `X-Long: ${'x'.repeat(5000)}\r\n${field('a', '')}`],
      'the body is larger than 4096 bytes',
    ],
  ])('%s over the limit results in 413, with or without Content-Length', async (_what, parts, detail) => {
    const client = await start();
    expect(await codes(post(client, form(...parts)))).toEqual([413, 'body-too-large', detail]);
    expect(await codes(post(client, inChunks(form(...parts), 50)))).toEqual([413, 'body-too-large', detail]);
    await empty();
  });

  it('a multipart form may exceed the limit for other bodies', async () => {
    const client = await start();
    const fits = form(file('photo', 'a', 'x'.repeat(900)), file('b', 'b', 'x'.repeat(900)));
    expect((await post(client, fits)).status).toBe(200);
    const text = `title=${'x'.repeat(400)}`;
    expect(await codes(post(client, text, '/', 'application/x-www-form-urlencoded'))).toEqual([
      413,
      'body-too-large',
      'the body is larger than 300 bytes',
    ]);
    await empty();
  });

  it.each([
    [
      'no boundary',
      form(field('a', 'b')),
      'multipart/form-data',
      'its Content-Type has no boundary of 1 to 70 characters',
    ],
    [
      'a boundary that is too long',
      'x',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      'its Content-Type has no boundary of 1 to 70 characters',
    ],
    [
      'a boundary other than the declared one',
      form(field('a', 'b')),
      'multipart/form-data; boundary=other',
      'it ends before its last boundary',
    ],
    ['no closing boundary', form(field('a', 'b')).slice(0, -8), type, 'it ends before its last boundary'],
    ['truncated headers', `--${BOUNDARY}\r\nContent-Disp`, type, 'it ends before its last boundary'],
    [
      'a truncated file',
      `--${BOUNDARY}\r\n${file('photo', 'a', 'xxxx')}`,
      type,
      'it ends before its last boundary',
    ],
    ['a part without headers', form('\r\nbody'), type, 'a part has no Content-Disposition: form-data'],
    [
      'unterminated headers',
      form('Content-Disposition: form-data; name="a"'),
      type,
      'the headers of a part are incomplete',
    ],
    ['a part without a name', form('Content-Disposition: form-data\r\n\r\nx'), type, 'a part has no name'],
    ['an invalid header line', form('garbage\r\n\r\nx'), type, 'a part has an invalid header line'],
    [
      'characters after a boundary',
      `--${BOUNDARY}x\r\n${field('a', 'b')}\r\n--${BOUNDARY}--`,
      type,
      'a boundary is followed by other characters',
    ],
    [
      '65 headers',
      form(`${'X: y\r\n'.repeat(65)}${field('a', 'b')}`),
      type,
      'a part has more than 64 headers',
    ],
    ...['..', '.', 'a/..', 'a\\.'].map((name): [string, string, string, string] => [
      `the file name ${name}`,
      form(file('photo', name, 'x')),
      type,
      'the file name of a part refers to a folder',
    ]),
    ...['nul\0.txt', 'line\r\n.txt', 'feed\n.txt', 'del\u007f.txt'].map(
      (name): [string, string, string, string] => [
        `the file name ${JSON.stringify(name)}`,
        form(file('photo', name, 'x')),
        type,
        'a part has an invalid header line',
      ],
    ),
    ...['%00', '%0d%0a', '%e2%80%a8', '%c2%85'].map((name): [string, string, string, string] => [
      `the extended file name ${name}`,
      form(`Content-Disposition: form-data; name="a"; filename*=UTF-8''${name}\r\n\r\nx`),
      type,
      'the file name of a part contains a control character',
    ]),
    [
      'a part with the disposition attachment',
      form('Content-Disposition: attachment; name="a"\r\n\r\nx'),
      type,
      'a part has no Content-Disposition: form-data',
    ],
    [
      'a file name that is not UTF-8',
      form(`Content-Disposition: form-data; name="a"; filename*=UTF-8''%ff\r\n\r\nx`),
      type,
      'the file name of a part is not UTF-8',
    ],
    [
      'a field that does not match its charset',
      form(field('title', '%', 'Content-Type: text/plain; charset=utf-16le\r\n')),
      type,
      'a field is not UTF-16LE',
    ],
    ['plain text in place of parts', 'hello', type, 'it ends before its last boundary'],
  ])('a form with %s results in 400', async (_what, body, contentType, detail) => {
    const client = await start();
    expect(await codes(post(client, body, '/', contentType))).toEqual([
      400,
      'invalid-values',
      `body : is not a form: ${detail}`,
    ]);
    await empty();
  });

  it('endless part headers are rejected before the form reaches its size limit', async () => {
    const router = new Router(new Toolkit({ logger }));
    router.registries.bodyHandler = new BodyHandler({ uploadsDirectory: folder });
    const client = await serve(
      router.add(route({ method: 'POST', path: '/', bindings: [FormParam('a', String)], handler: (a) => a })),
    );
    const endless = (async function* () {
      yield `--${BOUNDARY}\r\n`;
      for (let line = 0; line < 3000; line += 1) yield `X-Header-${line}: ${'x'.repeat(90)}\r\n`;
    })();
    expect(await codes(post(client, endless))).toEqual([
      400,
      'invalid-values',
      'body : is not a form: the headers of a part are longer than 16384 bytes',
    ]);
  });

  it('a form with a hundred thousand tiny parts is rejected', async () => {
    const router = new Router(new Toolkit({ logger }));
    router.registries.bodyHandler = new BodyHandler({ uploadsDirectory: folder });
    const client = await serve(
      router.add(route({ method: 'POST', path: '/', bindings: [FormParam('a', String)], handler: (a) => a })),
    );
    const many = form(...Array.from({ length: 100_000 }, () => field('a', '')));
    expect(await codes(post(client, inChunks(many, 65_536)))).toEqual([
      413,
      'body-too-large',
      'the form has more than 1010 parts',
    ]);
    const names = form(...Array.from({ length: 300 }, (_, index) => field(`a${index}`, '')));
    expect(await codes(post(client, names))).toEqual([
      400,
      'invalid-values',
      'body : is not a form: it has more than 256 names',
    ]);
  });

  it('a form field named __proto__ can be bound by name but is rejected in an object', async () => {
    const client = await start();
    const body = form(field('__proto__', 'x'), field('title', 'y'));
    expect((await post(client, body)).json()).toEqual({ title: 'y' });
    expect(
      await codes(
        post(client, form(field('__proto__', 'x'), field('title', 'y'), file('photo', 'a', '')), '/object'),
      ),
    ).toEqual([400, 'invalid-values', 'form __proto__: unknown parameter']);
    await empty();
  });

  it('a form that stops arriving results in 408, and its files are deleted after a disconnect', async () => {
    const stop = new AbortController();
    const begun = `--${BOUNDARY}\r\n${file('photo', 'a', 'x'.repeat(200))}`;
    expect((await post(await start(500), never(begun, stop.signal))).status).toBe(408);
    await empty();
    const client = await start();
    const headers = { 'content-type': type };
    const sent = client({
      method: 'POST',
      url: '/',
      body: never(begun, stop.signal),
      headers,
      signal: stop.signal,
    });
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1), { timeout: 30_000 });
    stop.abort();
    await expect(sent).rejects.toThrow();
    await empty();
  });

  it('readParts yields parts as they arrive', async () => {
    const client = await start();
    const parts = [field('a', '1'), field('skip', '22'), file('f', 'name', '333')];
    expect((await post(client, inChunks(form(...parts), 9), '/parts')).json()).toEqual([
      ['a', null, 1],
      ['f', 'name', 3],
    ]);
    expect((await post(client, form(...parts, field('d', '')), '/parts')).status).toBe(413);
    expect((await post(client, 'hello', '/parts')).status).toBe(400);
  });

  it('FormParam binds urlencoded forms and rejects other media types with 415', async () => {
    const client = await start();
    const urlencoded = 'application/x-www-form-urlencoded';
    expect((await post(client, 'title=a+b&n=1&n=2', '/', urlencoded)).json()).toEqual({
      title: 'a b',
      n: [1, 2],
    });
    expect(await codes(post(client, 'title=%zz', '/', urlencoded))).toEqual([
      400,
      'invalid-values',
      'form title: has a malformed percent escape',
    ]);
    expect(await codes(post(client, '{}', '/', 'application/json'))).toEqual([
      415,
      'unsupported-media-type',
      'this route consumes application/x-www-form-urlencoded, multipart/form-data',
    ]);
    expect(await codes(client({ method: 'POST', url: '/many' }))).toEqual([
      400,
      'invalid-values',
      'form f: is missing',
    ]);
  });
});

it('deleteUploads: false retains all files', async () => {
  const router = new Router(new Toolkit());
  router.registries.bodyHandler = new BodyHandler({
    uploadsDirectory: join(folder, 'new', 'folder'),
    deleteUploads: false,
  });
  router.add(
    route({ method: 'POST', path: '/', bindings: [FormParam('f', FileUpload)], handler: ({ path }) => path }),
  );
  const response = await router.fetch(
    new Request('http://localhost/', {
      method: 'POST',
      body: form(file('f', 'a', 'x')),
      headers: { 'content-type': type },
    }),
  );
  const path = await response.text();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await readFile(path, 'utf8')).toBe('x');
  await rm(join(folder, 'new'), { recursive: true });
});

it.each(['1 MB', '10', 'xMB', -1, NaN, '1TB'])('BodyHandler rejects the size %j', (size) => {
  expect(() => new BodyHandler({ maxFile: size as number })).toThrow(
    `maxFile is ${JSON.stringify(size)}; write a number of bytes, or a string such as '64kB' or '10MB'`,
  );
});

it.each([
  ['10B', 10],
  ['64kB', 65_536],
  ['1.5MB', 1_572_864],
  ['2GB', 2_147_483_648],
  [0, 0],
] as const)('BodyHandler reads the size %j as %i bytes', (size, bytes) => {
  expect(new BodyHandler({ maxTotal: size }).maxTotal).toBe(bytes);
});
