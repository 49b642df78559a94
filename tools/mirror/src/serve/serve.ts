import { createReadStream } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRange } from './range.ts';

/**
 * Receives every request with a valid path before the server handles it, to test faults. Returns true if it sends the
 * response itself, or a stream through which the server sends the bytes of the file.
 *
 * @param path decoded path of the request with a leading slash, without the query
 */
export type FaultInjector = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | void | Transform;

export interface ServeOptions {
  /** Address to listen on (default: `127.0.0.1`). */
  readonly host?: string;
  /** Port (default: any free port). */
  readonly port?: number;
  /** Delay before each response in milliseconds (default: 0). */
  readonly delay?: number;
  readonly injectFault?: FaultInjector;
}

export interface MirrorServer {
  readonly port: number;
  /** The origin, such as `http://127.0.0.1:7879`. */
  readonly origin: string;
  /** The address for `mirror-region`, such as `http://127.0.0.1:7879/$repo/os/$arch`. */
  readonly address: string;
  /** Closes every connection, including unfinished ones. */
  close(): Promise<void>;
}

/**
 * Serves the files under `root` for GET and HEAD requests, with support for ranges.
 *
 * @throws the error of `listen`, such as one with the code EADDRINUSE, or an error if `root` does not exist
 */
export async function serveMirror(
  root: string,
  { host = '127.0.0.1', port = 0, delay = 0, injectFault }: ServeOptions = {},
): Promise<MirrorServer> {
  const top = await realpath(root);
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      if (delay > 0) await sleep(delay);
      await handleRequest(top, injectFault, request, response);
    };
    respond().catch((error: unknown) => {
      // After the headers, the usual cause is a client that has disconnected.
      if (!response.headersSent) sendError(response, 500, (error as Error).message);
      else response.destroy();
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  const bound = (server.address() as AddressInfo).port;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  return {
    port: bound,
    origin,
    address: `${origin}/$repo/os/$arch`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function handleRequest(
  root: string,
  injectFault: FaultInjector | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = parsePath(request.url ?? '');
  if (path === undefined) return sendError(response, 400, 'invalid path');
  const injected = injectFault?.(path, request, response);
  if (injected === true) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendError(response, 405, 'only GET and HEAD are supported');
  }
  const file = await openInRoot(root, path);
  if (file === undefined) return sendError(response, 404, 'no such file');
  await using handle = file;
  const stats = await handle.stat();
  if (!stats.isFile()) return sendError(response, 404, 'no such file');
  const { size, mtime } = stats;
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('last-modified', mtime.toUTCString());
  response.setHeader('content-type', 'application/octet-stream');
  const range = readRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    return sendError(response, 416, 'the range starts beyond the end of the file');
  }
  const { first, length } = range ?? { first: 0, length: size };
  if (range !== undefined) {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${first}-${first + length - 1}/${size}`);
  }
  response.setHeader('content-length', length);
  if (request.method === 'HEAD' || length === 0) {
    response.end();
    return;
  }
  const bytes = createReadStream('', { fd: handle, start: first, end: first + length - 1, autoClose: false });
  await pipeline([bytes, ...(injected instanceof Transform ? [injected] : []), response]);
}

function parsePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return path.startsWith('/') && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a file under `root`; undefined if the file does not exist, or if `..` or a link in the path leads
 * outside `root`.
 */
async function openInRoot(root: string, path: string): Promise<FileHandle | undefined> {
  try {
    const found = await realpath(join(root, path));
    return found.startsWith(root + sep) ? await open(found) : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG')
      return undefined;
    throw error;
  }
}

function sendError(response: ServerResponse, status: number, why: string): void {
  const body = `${why}\n`;
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
