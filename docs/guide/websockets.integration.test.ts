/** Runs the examples on the page, with a client that connects as the page shows. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
