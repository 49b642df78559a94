import { open, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { BodyParam, Context, GET, Path, PathParam, POST } from '@writ/annotations';
import { HttpError, HttpRequest, HttpResponse, int, object, oneOf } from '@writ/http';
import { problem } from '../problems.ts';
import { findImage } from './image-file.ts';
import type { Install } from '../records/install.ts';
import { readOutput } from '../installs/output.ts';
import { ticketLimits, type Tickets } from '../security/tickets.ts';
import type { Store } from '../store/store.ts';

/** The file that a ticket downloads: an image, identified by its inode, or the output of an installation. */
export type Download =
  | { readonly file: 'image'; readonly name: string; readonly path: string; readonly inode: bigint }
  | { readonly file: 'output'; readonly name: string; readonly id: number };

export interface DownloadAnswer {
  /** Path of the download URL, which works once. */
  readonly address: string;
  /** The time of expiry in ISO 8601, UTC. */
  readonly expires: string;
}

export interface DownloadsDependencies {
  readonly store: Store;
  readonly tickets: Tickets<Download>;
  readonly now: () => Date;
}

const CHUNK_SIZE = 1024 * 1024;

/** Downloads through one-time addresses, because a browser cannot send the token when it saves a file. */
@Path('/')
export class Downloads {
  readonly #dependencies: DownloadsDependencies;

  constructor(dependencies: DownloadsDependencies) {
    this.#dependencies = dependencies;
  }

  @POST(
    '/api/installs/{id}/downloads',
    PathParam('id', int),
    BodyParam(object({ file: oneOf('image', 'output') })),
    Context(HttpResponse),
  )
  issue(id: number, { file }: Pick<Download, 'file'>, response: HttpResponse): DownloadAnswer {
    const { store, tickets, now } = this.#dependencies;
    const install = store.get(id);
    if (install === undefined) throw new HttpError('not-found', `Installation ${id} does not exist`);
    const download: Download =
      file === 'image' ? resolveImageDownload(install, store) : { file, id, name: `installation-${id}.txt` };
    const expires = new Date(now().getTime() + ticketLimits.milliseconds).toISOString();
    response.status = 201;
    return { address: `/downloads/${tickets.issue(download)}`, expires };
  }

  @GET('/downloads/{ticket}', PathParam('ticket', String), Context(HttpRequest), Context(HttpResponse))
  async download(
    ticket: string,
    { method }: HttpRequest,
    response: HttpResponse,
  ): Promise<AsyncIterable<string | Uint8Array> | undefined> {
    const { store, tickets } = this.#dependencies;
    // A HEAD request does not use up the ticket.
    const download = method === 'HEAD' ? tickets.peek(ticket) : tickets.redeem(ticket);
    if (download === undefined) {
      throw problem('ticket-refused', {
        detail:
          'This download address has been used or is older than a minute; request a new one with POST /api/installs/{id}/downloads',
      });
    }
    response.headers.set('content-disposition', `attachment; filename="${download.name}"`);
    if (download.file === 'output') {
      response.headers.set('content-type', 'text/plain; charset=utf-8');
      return toAsyncIterable(readOutput(store, download.id));
    }
    const handle = await openImage(download);
    const { size } = await handle.stat();
    response.headers.set('content-type', 'application/octet-stream');
    response.headers.set('content-length', String(size));
    if (method !== 'HEAD') return readContent(handle, size);
    await handle.close();
    response.status = 200;
    return undefined;
  }
}

function resolveImageDownload(install: Install, store: Store): Download {
  const { name, path, found } = findImage(install, store);
  return { file: 'image', name, path, inode: found.ino };
}

async function openImage({ name, path, inode }: Download & { file: 'image' }): Promise<FileHandle> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await handle.stat({ bigint: true })).ino === inode) return handle;
  } catch {
    // The image was deleted or can no longer be read.
  }
  await handle?.close();
  throw new HttpError('conflict', `${name} has been replaced or deleted since this address was issued`);
}

/** Reads exactly `size` bytes, which the headers announced, and closes the file even if the client disconnects. */
function readContent(handle: FileHandle, size: number): AsyncIterableIterator<Uint8Array, void> {
  let at = 0;
  const close = async (): Promise<IteratorReturnResult<void>> => {
    await handle.close();
    return { done: true, value: undefined };
  };
  // A generator is unsuitable: its `finally` block does not run if it is closed before its first step.
  return {
    next: async () => {
      if (at >= size) return close();
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(CHUNK_SIZE),
        0,
        Math.min(CHUNK_SIZE, size - at),
        at,
      );
      if (bytesRead === 0) {
        await close();
        throw new Error('the file became shorter during the download');
      }
      at += bytesRead;
      return { done: false, value: buffer.subarray(0, bytesRead) };
    },
    return: close,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* toAsyncIterable<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  for (const item of items) yield item;
}
