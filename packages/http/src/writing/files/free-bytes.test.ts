import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { files, HttpResponse, route, Router, Toolkit, type Filter, type TransportName } from '../../index.ts';

const SIZE = 64 * 1024;
const root = mkdtempSync(join(tmpdir(), 'writ-free-bytes-'));
const content = (name: string): string => name.repeat(SIZE / name.length);
for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(root, name), content(name));
writeFileSync(join(root, 'short'), 'short');

afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(root, { recursive: true }));

/** Serves the folder, and returns the port. */
async function serve(transport: TransportName, filters: readonly Filter[] = []): Promise<number> {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).add({
    ...route({ method: 'GET', path: '/{name}', handler: () => undefined }),
    bindings: [{ source: 'path', name: 'name', type: String }],
    handler: (name: string) => name,
    scopes: [{ writer: files(root), filters }],
  });
  const server = toolkit.createServer(router, { transport });
  await server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  return (server.node.address() as AddressInfo).port;
}

async function get(port: number, name: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
}

/** Counts the buffers of the size of a file that are freed. */
function countFreed(): () => number {
  const transfer = vi.spyOn(ArrayBuffer.prototype, 'transfer');
  return () => transfer.mock.calls.length;
}

it('the bytes of a file are freed when they have been sent, unless they share memory', async () => {
  const port = await serve('fast');
  const freed = countFreed();
  expect(await get(port, 'a')).toBe(content('a'));
  await vi.waitFor(() => expect(freed()).toBe(1));
  expect(await get(port, 'short')).toBe('short');
  expect(await get(port, 'b')).toBe(content('b'));
  await vi.waitFor(() => expect(freed()).toBe(2));
});

it.each<[string, TransportName, Filter]>([
  [
    'a filter may retain them',
    'fast',
    ({ response }, next) => {
      response.beforeHead((body) => body);
      return next();
    },
  ],
  [
    'a filter changes the response',
    'fast',
    ({ response }, next) => {
      response.intercept((sink) => ({
        send: (status, headers, body, onSent) => sink.send(status, headers, body, onSent),
        start: (status, headers) => sink.start(status, headers),
        write: (chunk) => sink.write(chunk),
        end: () => sink.end(),
        abort: () => sink.abort(),
      }));
      return next();
    },
  ],
  ['the transport does not report when it has sent them', 'node', (_, next) => next()],
])('the bytes of a file are not freed if %s', async (_, transport, filter) => {
  const port = await serve(transport, [filter]);
  const freed = countFreed();
  for (let request = 0; request < 5; request += 1) expect(await get(port, 'a')).toBe(content('a'));
  await new Promise(setImmediate);
  expect(freed()).toBe(0);
});

it.each<[string, (response: HttpResponse, retain: (body: unknown) => void) => void]>([
  [
    'replaces end and passes all arguments on',
    (response, retain) => {
      const end = response.end.bind(response) as (...args: unknown[]) => void;
      response.end = (...args: unknown[]) => {
        retain(args[0]);
        end(...args);
      };
    },
  ],
  [
    'changes the head',
    (response, retain) =>
      response.beforeHead((body) => {
        retain(body);
        return body;
      }),
  ],
])('bytes that a filter retains are not freed if it %s', async (_, change) => {
  const retained: unknown[] = [];
  const filter: Filter = ({ response }, next) => {
    change(response, (body) => retained.push(body));
    return next();
  };
  const port = await serve('fast', [filter]);
  for (const name of ['a', 'b']) expect(await get(port, name)).toBe(content(name));
  await new Promise(setImmediate);
  expect(retained.map(String)).toEqual([content('a'), content('b')]);
});

it('clients that stop reading or disconnect do not change the files that others receive', async () => {
  const port = await serve('fast');
  const abandon = async (name: string, isReset: boolean): Promise<void> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET /${name} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(50));
    await once(socket, 'readable');
    if (isReset) socket.resetAndDestroy();
    else onTestFinished(() => void socket.destroy());
  };
  for (let round = 0; round < 5; round += 1) {
    const names = ['a', 'b', 'c', 'd'];
    const [received] = await Promise.all([
      Promise.all(names.map((name) => get(port, name))),
      ...names.map((name, index) => abandon(name, index % 2 === 0)),
    ]);
    expect(received).toEqual(names.map(content));
  }
});
