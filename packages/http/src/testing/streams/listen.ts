import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Listens on a Unix socket in a new folder. Returns the path of the socket and a function that closes the server. */
export async function listenOnSocket(server: Server): Promise<{ path: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-streams-'));
  const path = join(folder, 'socket');
  server.listen(path);
  await once(server, 'listening', { signal: AbortSignal.timeout(30_000) });
  return {
    path,
    close: async () => {
      server.close();
      await once(server, 'close', { signal: AbortSignal.timeout(30_000) });
      rmSync(folder, { recursive: true });
    },
  };
}
