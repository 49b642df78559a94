import { createReadStream } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readRange } from './range.ts';

/**
 * Sees every request first, for tests of faults: returns true when it has answered, or will, or a stream through
 * which the file's bytes go.
 *
 * @param path as asked for, decoded, beginning with a slash, without the query
 */
export type Tamper = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | void | Transform;

export interface ServeOptions {
  /** `127.0.0.1` without it. */
  readonly host?: string;
  /** Any free one without it. */
  readonly port?: number;
  readonly tamper?: Tamper;
}

export interface MirrorServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `http://127.0.0.1:PORT/$repo/os/$arch`, as `mirror-region` takes it. */
  readonly address: string;
  /** Ends every connection, answered or not. */
  close(): Promise<void>;
}

/**
 * Serves the files below `root`, and nothing else, by GET and HEAD with ranges.
 *
 * @throws the error of `listen`, such as one with the code EADDRINUSE
 */
export async function serveMirror(
  root: string,
  { host = '127.0.0.1', port = 0, tamper }: ServeOptions = {},
): Promise<MirrorServer> {
  const top = await realpath(root);
  const server = createServer((request, response) => {
    answer(top, tamper, request, response).catch((error: unknown) => {
      // A client that went away in the middle is none of our business.
      if (!response.headersSent) refuse(response, 500, (error as Error).message);
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

async function answer(
  root: string,
  tamper: Tamper | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request.url ?? '');
  if (path === undefined) return refuse(response, 400, 'not a path');
  const tampered = tamper?.(path, request, response);
  if (tampered === true) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return refuse(response, 405, 'only GET and HEAD');
  }
  const file = await openBelow(root, path);
  if (file === undefined) return refuse(response, 404, 'no such file');
  await using handle = file;
  const stats = await handle.stat();
  if (!stats.isFile()) return refuse(response, 404, 'no such file');
  const { size, mtime } = stats;
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('last-modified', mtime.toUTCString());
  response.setHeader('content-type', 'application/octet-stream');
  const range = readRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    return refuse(response, 416, 'the file is shorter');
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
  await pipeline([bytes, ...(tampered instanceof Transform ? [tampered] : []), response]);
}

function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return path.startsWith('/') && !path.includes('\0') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when there is nothing, or something outside of `root`, by dots or by links. */
async function openBelow(root: string, path: string): Promise<FileHandle | undefined> {
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

function refuse(response: ServerResponse, status: number, why: string): void {
  const body = `${why}\n`;
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
