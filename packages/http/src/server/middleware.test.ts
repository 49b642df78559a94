import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  array,
  BodyParam,
  cors,
  FormParam,
  handle,
  HttpError,
  int,
  object,
  PathParam,
  RestResponse,
  route,
  Router,
  RoutingContext,
  Context,
  Toolkit,
} from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

type Next = (error?: unknown) => void;
type Middleware = (
  request: IncomingMessage & { rawBody?: Buffer },
  response: ServerResponse,
  next: Next,
) => void;
interface ExpressApplication {
  (request: IncomingMessage, response: ServerResponse): void;
  use(...handlers: (string | Middleware)[]): void;
}
/** The package `express` contains no types. */
type Parser = (options?: object) => Middleware;
type Express = (() => ExpressApplication) & {
  readonly json: Parser;
  readonly urlencoded: Parser;
  readonly text: Parser;
  readonly raw: Parser;
};
const require = createRequire(import.meta.url);
const express = require('express') as Express;

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Serves an Express application with these handlers in order, followed by a handler that responds with 299. */
async function serve(...handlers: Middleware[]): Promise<string> {
  const application = express();
  for (const handler of handlers) application.use(handler);
  application.use((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => response.writeHead(299).end(`express ${request.method} ${text}`));
  });
  const server = createServer(application);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const logger = recordingLogger();
const toolkit = new Toolkit({ logger, limits: { body: 100 } });
const lines = (): readonly string[] =>
  logger.lines
    .splice(0)
    .map(({ level, data }) => `${level} ${(data as { error?: Error }).error?.message ?? ''}`);

function post(path: string, type: string, body: string | Uint8Array<ArrayBuffer>): [string, RequestInit] {
  return [
    path,
    { method: 'POST', headers: { 'content-type': type }, body, signal: AbortSignal.timeout(30_000) },
  ];
}

describe('a router after middleware that has read the body', () => {
  const router = new Router(toolkit).add(
    route({
      method: 'POST',
      path: '/notes',
      bindings: [BodyParam(object({ title: String }))],
      handler: (note) => note.title,
    }),
    route({ method: 'POST', path: '/text', bindings: [BodyParam(String)], handler: (text) => text }),
    route({ method: 'POST', path: '/form', bindings: [FormParam('a', array(String))], handler: (a) => a }),
    route({
      method: 'POST',
      path: '/bytes',
      bindings: [BodyParam(Uint8Array)],
      handler: (bytes) => bytes.length,
    }),
    route({ method: 'POST', path: '/none', handler: () => 'none' }),
    route({
      method: 'POST',
      path: '/stream',
      bindings: [BodyParam(ReadableStream)],
      handler: async (stream) => {
        let length = 0;
        for await (const chunk of stream) length += (chunk as Uint8Array).byteLength;
        return length;
      },
    }),
    route({
      method: 'POST',
      path: '/context',
      bindings: [Context(RoutingContext)],
      handler: ({ body }) => body.text(),
    }),
  );
  const keep = (request: { rawBody?: Buffer }, _response: unknown, bytes: Buffer): void => {
    request.rawBody = bytes;
  };
  const lost =
    'error other middleware has read the body, and its bytes are lost: mount the router before express.json()';

  it.each([
    ['JSON', express.json(), post('/notes', 'application/json', '{"title":"a"}')],
    ['a form', express.urlencoded(), post('/form', 'application/x-www-form-urlencoded', 'a=1&a=2')],
    [
      'JSON that is a string',
      express.json({ strict: false }),
      post('/notes', 'application/json', '"{\\"title\\":1}"'),
    ],
    ['a stream', express.json(), post('/stream', 'application/json', '{"title":"a"}')],
    ['body.text() of the context', express.json(), post('/context', 'application/json', '{"title":"a"}')],
    ['text in another charset', express.text(), post('/text', 'text/plain; charset=iso-8859-1', 'a')],
  ])('responds with 500 for %s whose bytes are lost, and logs the fix', async (_, parser, [path, init]) => {
    const url = await serve(parser, router.listener);
    const answer = await fetch(url + path, init);
    expect(answer.status).toBe(500);
    expect(lines()).toEqual([expect.stringContaining(lost)]);
  });

  it.each([
    [
      'bytes of raw()',
      express.raw({ type: '*/*' }),
      post('/notes', 'application/json', '{"title":"ü"}'),
      'ü',
    ],
    ['bytes of raw() as a stream', express.raw(), post('/stream', 'application/octet-stream', 'abc'), '3'],
    ['text of text()', express.text(), post('/text', 'text/plain', 'grüße'), 'grüße'],
    ['rawBody', express.json({ verify: keep }), post('/notes', 'application/json', '{"title":"a"}'), 'a'],
    ['an unread body', express.json(), post('/text', 'text/plain', 'text'), 'text'],
    ['no body', express.json(), post('/bytes', 'application/octet-stream', ''), '0'],
    ['a body that is not used', express.json(), post('/none', 'application/json', '{}'), 'none'],
  ])('reads %s', async (_, parser, [path, init], body) => {
    const url = await serve(parser, router.listener);
    const answer = await fetch(url + path, init);
    expect([answer.status, await answer.text()]).toEqual([200, body]);
    expect(lines()).toEqual([]);
  });

  it('checks the limit, syntax and schema of the bytes that the middleware has stored', async () => {
    const url = await serve(express.json({ verify: keep, limit: '1mb', strict: false }), router.listener);
    const status = async (body: string): Promise<number> =>
      (await fetch(`${url}/notes`, post('/notes', 'application/json', body)[1])).status;
    expect(await status(`{"title":"${'x'.repeat(100)}"}`)).toBe(413);
    expect(await status('{"title":9007199254740993}')).toBe(400);
    expect(await status('{"title":"a","title":"b"}')).toBe(await statusAlone('{"title":"a","title":"b"}'));
    expect(lines()).toEqual([]);
  });

  async function statusAlone(body: string): Promise<number> {
    const url = await serve(router.listener);
    return (await fetch(`${url}/notes`, post('/notes', 'application/json', body)[1])).status;
  }

  it('responds with 500 instead of binding the rest of a partly read body', async () => {
    const begun = Promise.withResolvers<void>();
    const url = await serve((request, _response, next) => {
      request.once('data', () => {
        request.pause();
        next();
        begun.resolve();
      });
    }, router.listener);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
    socket.write(
      'POST /text HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nabc',
    );
    const answer = new Promise<string>((resolve) => socket.once('data', resolve));
    await begun.promise;
    socket.write('def');
    expect(await answer).toMatch(/^HTTP\/1.1 500 /);
    socket.destroy();
    expect(lines()).toEqual([expect.stringContaining(lost)]);
  });

  it('responds with 500 after setEncoding() on the request, and logs the fix', async () => {
    const url = await serve((request, _response, next) => {
      request.setEncoding('utf8');
      next();
    }, router.listener);
    expect((await fetch(`${url}/text`, post('', 'text/plain', 'text')[1])).status).toBe(500);
    expect(lines()).toEqual([
      expect.stringContaining('error other middleware has called setEncoding() on the request'),
    ]);
  });

  it('logs no error if a client disconnects during the body, with or without middleware', async () => {
    const entered = Promise.withResolvers<void>();
    const passed = Promise.withResolvers<void>();
    const url = await serve((request, _response, next) => {
      request.on('error', () => {});
      request.on('close', () => {
        next();
        passed.resolve();
      });
      entered.resolve();
    }, router.listener);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /text HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nabc',
    );
    socket.end();
    await entered.promise;
    socket.destroy();
    await passed.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lines().filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('responds with 500 for a Request whose body was already read, and logs the fix', async () => {
    const request = new Request('http://a/text', post('', 'text/plain', 'text')[1]);
    await request.text();
    expect((await router.fetch(request)).status).toBe(500);
    expect(lines()).toEqual([expect.stringContaining('pass router.fetch a request.clone()')]);
  });
});

describe('a router before other middleware', () => {
  const router = new Router(toolkit)
    .add(
      route({ method: 'GET', path: '/notes/{id}', bindings: [PathParam('id', int)], handler: (id) => id }),
      route({
        method: 'GET',
        path: '/missing',
        handler: () => {
          throw new HttpError('not-found', 'mine');
        },
      }),
      route({
        method: 'GET',
        path: '/broken',
        handler: () => {
          throw new Error('mine');
        },
      }),
      route({
        method: 'ANY',
        path: '/passed-on',
        bindings: [Context(RoutingContext)],
        handler: (context) => context.next(),
      }),
    )
    .use('/guarded/{rest:.*}', () => {
      throw new HttpError(401);
    })
    .use('/moved', () => new RestResponse(undefined, { status: 307, headers: { location: '/x' } }))
    .use('/slow/{rest:.*}', async (_context, next) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return next();
    })
    .use(cors({ origin: 'https://a.example' }))
    .notFound({
      pattern: '/own',
      writer: { name: 'own', instance: { write: (_request, response) => response.end('own') } },
    });

  it.each([
    ['GET', '/elsewhere', 299],
    ['HEAD', '/elsewhere', 299],
    ['OPTIONS', '/elsewhere', 299],
    ['GET', '/slow/elsewhere', 299],
    ['GET', '/passed-on', 299],
    ['GET', '/notes/7', 200],
    ['GET', '/notes/x', 400],
    ['DELETE', '/notes/7', 405],
    ['OPTIONS', '/notes/7', 204],
    ['GET', '/missing', 404],
    ['GET', '/broken', 500],
    ['GET', '/guarded/elsewhere', 401],
    ['GET', '/moved', 307],
    ['GET', '/own', 404],
    ['GET', '/%ff', 400],
  ])('responds to %s %s, or passes it to the next middleware (299): %i', async (method, path, status) => {
    const url = await serve(router.listener);
    const answer = await fetch(url + path, { method, redirect: 'manual' });
    expect(answer.status).toBe(status);
    logger.lines.splice(0);
  });

  it('passes a body of any size, and the headers that filters set, to the next middleware', async () => {
    const url = await serve(router.listener);
    const answer = await fetch(`${url}/elsewhere`, {
      method: 'POST',
      body: 'x'.repeat(1_000),
      headers: { origin: 'https://a.example' },
    });
    expect([answer.status, await answer.text()]).toEqual([299, `express POST ${'x'.repeat(1_000)}`]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(answer.headers.get('vary')).toBe('Origin');
    expect(lines()).toEqual([]);
  });

  it('retains the Vary and the cookies that earlier middleware has set', async () => {
    const answering = new Router(new Toolkit({ logger })).add(
      route({
        method: 'GET',
        path: '/',
        handler: () =>
          new RestResponse('in', { headers: { vary: 'Accept', 'set-cookie': 'b=2', 'x-own': 'router' } }),
      }),
    );
    const url = await serve((_request, response, next) => {
      response.setHeader('Vary', ['Origin', 'Cookie']);
      response.setHeader('Set-Cookie', 'a=1');
      response.setHeader('X-Own', 'express');
      next();
    }, answering.listener);
    const { headers } = await fetch(url);
    expect(headers.get('vary')?.split(', ').toSorted()).toEqual(['Accept', 'Cookie', 'Origin']);
    expect(headers.getSetCookie().toSorted()).toEqual(['a=1', 'b=2']);
    expect(headers.get('x-own')).toBe('router');
  });

  it('does not call an exception handler for requests that the next middleware may answer', async () => {
    const handled = new Router(new Toolkit({ logger }));
    handled.registries.handlers.register(
      handle(Error, (_error, _request, response) => response.end('handled')),
    );
    const url = await serve(handled.listener);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(299);
  });

  it('responds with 404 for an unknown path if there is no other middleware', async () => {
    const server = createServer(router.listener).listen(0, '127.0.0.1');
    closing.push(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(404);
  });

  it('delays requests until start-up work is done, then passes them to the next middleware', async () => {
    const prepared = Promise.withResolvers<void>();
    const late = new Router(new Toolkit({ logger })).prepare(() => prepared.promise);
    const url = await serve(late.listener);
    const answer = fetch(`${url}/elsewhere`);
    setTimeout(prepared.resolve, 20);
    expect((await answer).status).toBe(299);
  });
});
