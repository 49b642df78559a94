import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL = 250;

/**
 * Locks a folder until the lock is disposed. The lock is a name in the kernel (an abstract socket) that ends
 * with the process, so stale locks cannot occur.
 *
 * @param limit maximum time to wait for another holder, in milliseconds
 * @throws Error if another process holds it for longer, or if the signal is aborted
 */
export async function lockFolder(
  folder: string,
  limit: number,
  { waiting, signal }: { waiting?: () => void; signal?: AbortSignal | undefined } = {},
): Promise<AsyncDisposable> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  const until = performance.now() + limit;
  for (let tries = 0; ; tries++) {
    const server = await listenOnce(`\0writ-mirror-${process.getuid?.() ?? 0}-${name}`);
    if (server !== undefined) {
      return { [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())) };
    }
    if (tries === 0) waiting?.();
    if (performance.now() > until)
      throw new Error(`another process has been building in ${folder} for too long`);
    await sleep(POLL, undefined, signal === undefined ? {} : { signal });
  }
}

async function listenOnce(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(path, resolve);
  try {
    await promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return server;
}
