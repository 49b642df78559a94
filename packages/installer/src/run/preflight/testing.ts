/** Regular and hostile mirrors on the loopback interface for tests. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing.ts';

export const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';

/** Starts a server that closes after the test; returns its origin. */
export async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a mirror that serves these files by path; returns its address. */
export async function serveFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const origin = await startServer((request, response) => {
    const body = Object.hasOwn(files, request.url ?? '') ? files[request.url ?? ''] : undefined;
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  return `${origin}/$repo/os/$arch`;
}

/** Returns the key files of a signed mirror. */
export function keyFiles(shown: string = fingerprint): Record<string, string> {
  return { '/writ-mirror.fingerprint': `${shown}\n`, '/writ-mirror.gpg': 'key' };
}

/** Creates a folder with one pinned key, as a mirror build would. */
export async function createPinFolder(pinned: string = fingerprint): Promise<string> {
  const folder = join(await temporaryFolder(), 'mirror-keys');
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, pinned), `${pinned}\n`, { mode: 0o600 });
  return folder;
}
