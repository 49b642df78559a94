/** Runs the example on the page, with a client that connects as the page shows. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { describePage, writeFiles } from '../../scripts/docs/page.ts';
import { runNode, startServer } from '../../scripts/docs/start.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('websockets.md'), 'utf8');
// The folder is inside the workspace, where the packages can be resolved.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/websockets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFiles(page, folder);

describePage('websockets.md', page, folder);

it('the client on the page receives its message from the room', async () => {
  const server = await startServer(['chat.ts'], folder);
  try {
    const client = readFileSync(join(folder, 'client.ts'), 'utf8');
    writeFileSync(join(folder, 'client.ts'), client.replace(':8080', `:${server.port}`));
    const { text } = await runNode(['client.ts'], folder);
    expect(text.trim()).toBe('{"room":"tea","text":"hello"}');
  } finally {
    await server.stop();
  }
});
