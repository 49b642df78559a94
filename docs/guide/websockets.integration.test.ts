/** Runs the examples on the page, with a client that connects as the page shows. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { connectWebSocket } from '@writ/http/testing/transports';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { runtimes, serveBy } from '../../packages/controllers/test/runtimes/runtime.ts';
import { describePage, writeFiles } from '../../scripts/docs/page.ts';
import { runNode, startServer } from '../../scripts/docs/start.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const writ = at('../../packages/cli/bin/writ.js');
const page = readFileSync(at('websockets.md'), 'utf8');
// The folder is inside the workspace, where the packages can be resolved.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/websockets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFiles(page, folder);

describePage('websockets.md', page, folder);

it.each([
  ['chat.ts', ['chat.ts']],
  ['annotated.ts', ['--import', '@writ/annotations/register', 'annotated.ts']],
  ['app/chat.ts', [writ, '--prefix=app', '--host=localhost:8080']],
])('the client on the page receives its message from the room of %s', async (_file, args) => {
  const server = await startServer(args, folder);
  try {
    const client = page.match(/```ts client\.ts\n(.*?)```/s)![1]!;
    writeFileSync(join(folder, 'client.ts'), client.replace(':8080', `:${server.port}`));
    const { text } = await runNode(['client.ts'], folder);
    expect(text.trim()).toBe('{"room":"tea","text":"hello"}');
  } finally {
    await server.stop();
  }
});

it('the fetch handler on the page accepts connections on Bun', async () => {
  const bun = runtimes.find(({ name }) => name === 'Bun')!;
  const { url, end } = await serveBy(bun, folder, {});
  onTestFinished(end);
  const { socket, received } = await connectWebSocket(Number(new URL(url).port), '/echo');
  socket.send('hello');
  await vi.waitFor(() => expect(received).toEqual(['hello']));
});

it('the Durable Object on the page sends messages to all members of a room', async () => {
  const path = join(folder, 'worker.mjs');
  const conditions = ['workerd', 'worker', 'browser'];
  const entryPoints = [join(folder, 'worker.ts')];
  await build({ entryPoints, outfile: path, bundle: true, platform: 'node', format: 'esm', conditions });
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path }],
    modulesRoot: folder,
    durableObjects: { ROOMS: 'Room' },
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(() => worker.dispose());
  const port = Number((await worker.ready).port);
  const first = await connectWebSocket(port, '/chat/tea');
  const second = await connectWebSocket(port, '/chat/tea');
  const other = await connectWebSocket(port, '/chat/milk');
  other.socket.send('no');
  second.socket.send('hello');
  await vi.waitFor(() => expect([first.received, second.received]).toEqual([['hello'], ['hello']]));
  await vi.waitFor(() => expect(other.received).toEqual(['no']));
});
