import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  BodyHandler,
  Context,
  events,
  FileUpload,
  FormParam,
  route,
  Router,
  Toolkit,
  type Filter,
  type Route,
  type Server,
} from '../index.ts';
import type { BodyHandlerLike, RouteEvent } from '../kernel.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const uploads = mkdtempSync(join(tmpdir(), 'writ-drain-'));
afterAll(() => rmSync(uploads, { recursive: true }));

const LIMIT = { timeout: 60_000, interval: 10 };

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ timeout: 0 })));
});

const get = (path: string, handler: () => unknown, routeEvents: readonly RouteEvent[] = []) =>
  route({ method: 'GET', path, handler, scopes: [{ events: routeEvents }] });

const upload = route({
  method: 'POST',
  path: '/upload',
  bindings: [FormParam('photo', FileUpload)],
  handler: (photo) => photo.size,
});

interface Answered {
  readonly status: number | undefined;
  readonly text: string;
  readonly complete: boolean;
}

async function readResponse(response: IncomingMessage): Promise<Answered> {
  let text = '';
  try {
    for await (const chunk of response) text += String(chunk);
  } catch {
    // Reading an aborted response throws an error, and its `complete` is false.
  }
  return { status: response.statusCode, text, complete: response.complete };
}

function send(port: number, path: string, method = 'GET', headers = {}) {
  const client = request({ host: '127.0.0.1', port, path, method, headers });
  const answer = new Promise<Answered | undefined>((resolve) => {
    client.on('response', (response) => resolve(readResponse(response)));
    client.on('error', () => resolve(undefined));
  });
  if (method === 'GET') client.end();
  return { client, answer };
}

const HEAD = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.bin"\r\n\r\n';
const TAIL = '\r\n--b--\r\n';

function beginUpload(port: number): { client: ClientRequest; answer: Promise<Answered | undefined> } {
  const sent = send(port, '/upload', 'POST', { 'content-type': 'multipart/form-data; boundary=b' });
  sent.client.write(`${HEAD}${'x'.repeat(1000)}`);
  return sent;
}

async function filesBelow(count: number): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(uploads)).toHaveLength(count), LIMIT);
}

describe.each(['node', 'fast'] as const)('the %s transport', (transport) => {
  async function start(...routes: readonly Route[]) {
    let entered = 0;
    const enter: Filter = (_context, next) => {
      entered += 1;
      return next();
    };
    const untilEntered = (count: number): Promise<void> =>
      vi.waitFor(() => expect(entered).toBe(count), LIMIT);
    const logger = recordingLogger();
    const router = new Router(new Toolkit({ logger })).add(...routes).use(enter);
    router.registries.bodyHandler = new BodyHandler({ uploadsDirectory: uploads });
    const server = router.toolkit.createServer(router, { transport });
    servers.push(server);
    const { port } = await server.listen(0, '127.0.0.1');
    return { server, port, router, logger, untilEntered };
  }

  it('close() lets an upload in progress finish', async () => {
    const { server, port, untilEntered } = await start(upload);
    const { client, answer } = beginUpload(port);
    await untilEntered(1);
    await filesBelow(1);
    const closing = server.close({ timeout: 30_000 });
    await pause(30);
    client.end(`${'x'.repeat(500)}${TAIL}`);
    expect(await answer).toMatchObject({ status: 200, text: '1500' });
    expect(await closing).toEqual({ finished: 1, aborted: [], unfinished: [] });
    await filesBelow(0);
  });

  it('close() aborts an upload that does not end, and deletes its files', async () => {
    const { server, port, untilEntered } = await start(upload);
    const { answer } = beginUpload(port);
    await untilEntered(1);
    await filesBelow(1);
    const { aborted } = await server.close({ timeout: 30 });
    expect(aborted).toEqual([{ method: 'POST', path: '/upload', age: expect.any(Number) as number }]);
    expect(await answer).toBeUndefined();
    await filesBelow(0);
  });

  it.each([
    ['lets a stream finish', 20, 60_000],
    ['aborts an endless stream after the timeout', Infinity, 100],
  ])('close() %s', async (_name, last, timeout) => {
    let begun = false;
    let stopped = false;
    async function* numbers(): AsyncGenerator<string> {
      try {
        for (let n = 0; n < last; n += 1) {
          yield String(n % 10);
          begun = true;
          await pause(10);
        }
      } finally {
        stopped = true;
      }
    }
    const { server, port } = await start(get('/numbers', numbers));
    const { answer } = send(port, '/numbers');
    await vi.waitFor(() => expect(begun).toBe(true), LIMIT);
    const report = await server.close({ timeout });
    if (last === Infinity) {
      expect(report).toMatchObject({ finished: 0, aborted: [{ path: '/numbers' }] });
      expect(await answer).toMatchObject({ status: 200, complete: false });
    } else {
      expect(report).toEqual({ finished: 1, aborted: [], unfinished: [] });
      expect(await answer).toMatchObject({ text: '01234567890123456789', complete: true });
    }
    // An aborted stream stops at its next chunk.
    await vi.waitFor(() => expect(stopped).toBe(true), LIMIT);
  });

  it('close() ends event streams immediately, while uploads and other streams continue', async () => {
    const sent = Promise.withResolvers<void>();
    const { server, port, untilEntered } = await start(
      upload,
      route({
        method: 'GET',
        path: '/events',
        bindings: [Context(AbortSignal)],
        handler: (signal) =>
          events(
            (async function* () {
              yield { data: 'first' };
              sent.resolve();
              await once(signal, 'abort');
            })(),
          ),
      }),
    );
    const stream = send(port, '/events');
    const { client, answer } = beginUpload(port);
    await untilEntered(2);
    await sent.promise;
    const closing = server.close({ timeout: 30_000 });
    expect(await stream.answer).toEqual({ status: 200, text: 'data: first\n\n', complete: true });
    client.end(TAIL);
    expect(await answer).toMatchObject({ status: 200, text: '1000' });
    expect(await closing).toEqual({ finished: 2, aborted: [], unfinished: [] });
  });

  /** Creates a body handler that deletes files slowly and records each deletion. */
  function slowForms(deleted: string[]): BodyHandlerLike {
    const deleting = async (of: string): Promise<void> => {
      await pause(80);
      deleted.push(of);
    };
    return {
      async read({ body }) {
        try {
          for await (const _chunk of body.stream());
        } catch (error) {
          await deleting('of a form that broke off');
          throw error;
        }
        return { fields: [['photo', 'x']], files: [], discard: () => deleting('of a whole form') };
      },
    };
  }

  it('close() waits until the files of completed and aborted forms are deleted', async () => {
    const deleted: string[] = [];
    const text = route({
      method: 'POST',
      path: '/upload',
      bindings: [FormParam('photo', String)],
      handler: () => 'read',
    });
    const first = await start(text);
    first.router.registries.bodyHandler = slowForms(deleted);
    const finishing = beginUpload(first.port);
    await first.untilEntered(1);
    const closing = first.server.close({ timeout: 30_000 });
    finishing.client.end(TAIL);
    expect(await finishing.answer).toMatchObject({ status: 200, text: 'read' });
    expect(await closing).toEqual({ finished: 1, aborted: [], unfinished: [] });
    expect(deleted).toEqual(['of a whole form']);

    const second = await start(text);
    second.router.registries.bodyHandler = slowForms(deleted);
    const cut = beginUpload(second.port);
    await second.untilEntered(1);
    expect(await second.server.close({ timeout: 0 })).toMatchObject({ finished: 0, unfinished: [] });
    expect(deleted).toEqual(['of a whole form', 'of a form that broke off']);
    await cut.answer;
  });

  it('close() waits for the promises of events, and reports the pending ones', async () => {
    const done: string[] = [];
    const after = (name: string, time: Promise<void>): RouteEvent => ({
      event: {
        name,
        instance: {
          async execute() {
            await time;
            done.push(name);
          },
        },
      },
    });
    const short = Promise.withResolvers<void>();
    const pending = [after('Short', short.promise), after('Long', new Promise(() => {}))];
    const { server, port } = await start(get('/', () => 'now', pending));
    expect(await send(port, '/').answer).toMatchObject({ text: 'now' });
    expect(done).toEqual([]);
    const closed = server.close({ timeout: 500 });
    short.resolve();
    expect(await closed).toEqual({
      finished: 0,
      aborted: [],
      unfinished: [{ name: 'Long', age: expect.any(Number) as number }],
    });
    expect(done).toEqual(['Short']);
  });
});
