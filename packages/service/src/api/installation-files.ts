import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import { Semaphore } from '@writ/diagnostics/internal';
import { FileResponseWriter, HttpError, type HttpRequest, type HttpResponse } from '@writ/http';
import { readOutput } from '../installs/output.ts';
import type { DocumentName, Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { ImageDigests } from '../work/image-digests.ts';
import { findImage } from './image-file.ts';

/** Files of an installation. `image.zst` is the image, compressed with Zstandard. */
export const INSTALLATION_FILES = ['image', 'image.zst', 'output', 'configuration', 'plan', 'lock'] as const;

export type InstallationFileName = (typeof INSTALLATION_FILES)[number];

/** An existing file of an installation. */
export interface InstallationFile {
  readonly id: number;
  readonly file: InstallationFileName;
  /** The file name for the client. */
  readonly name: string;
  /** The image that was found, if the file is the image or its compressed form. */
  readonly image?: { readonly name: string; readonly path: string; readonly inode: bigint };
}

export type FileContent = string | AsyncIterable<string | Uint8Array>;

/** Serves the files of installations. */
export class InstallationFiles {
  readonly #store: Store;
  readonly #digests: ImageDigests;
  readonly #writer: FileResponseWriter;
  readonly #compressions = new Semaphore(COMPRESSION_LIMIT);

  constructor(store: Store, digests: ImageDigests, images: string) {
    this.#store = store;
    this.#digests = digests;
    this.#writer = new FileResponseWriter({ folder: { root: images, index: undefined, dotfiles: false } });
  }

  /** @throws {HttpError} 404 if there is no such document, 409 if there is no image */
  async find(install: Install, file: InstallationFileName): Promise<InstallationFile> {
    const { id } = install;
    if (file === 'image' || file === 'image.zst') {
      const { name, path, found } = await findImage(install, this.#store);
      const image = { name, path, inode: found.ino };
      return { id, file, name: file === 'image' ? name : `${name}.zst`, image };
    }
    if (file === 'output') return { id, file, name: `installation-${id}.txt` };
    if ((await this.#store.document(id, file)) === undefined) {
      throw new HttpError('not-found', `Installation ${id} has no ${file}`);
    }
    return { id, file, name: `installation-${id}.${file}.json` };
  }

  /**
   * Sets the headers and returns the content, or sends the content itself.
   *
   * @throws {HttpError} 409 if the image has been replaced or deleted since it was found, 503 if too many images are
   * being compressed
   */
  async send(
    file: InstallationFile,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<FileContent | undefined> {
    response.headers.set('content-disposition', attachmentOf(file));
    response.headers.set('content-type', CONTENT_TYPES[file.file]);
    if (file.image !== undefined) return this.#sendImage(file, file.image, request, response);
    if (request.method === 'HEAD') {
      response.status = 200;
      return undefined;
    }
    if (file.file === 'output') return readOutput(this.#store, file.id);
    return this.#store.document(file.id, file.file as DocumentName);
  }

  async #sendImage(
    { id, file }: InstallationFile,
    { name, path, inode }: NonNullable<InstallationFile['image']>,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<FileContent | undefined> {
    const { found } = await findImage((await this.#store.get(id)) ?? throwReplaced(name), this.#store);
    if (found.ino !== inode) throwReplaced(name);
    const sha256 = await this.#digests.get(id, path);
    if (file === 'image') {
      if (sha256 !== undefined) {
        response.headers.set('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
      }
      await this.#writer.write(name, request, response);
      return undefined;
    }
    if (request.method === 'HEAD') {
      response.status = 200;
      return undefined;
    }
    if (!this.#compressions.tryAcquire()) {
      const headers = { 'retry-after': '60' };
      throw new HttpError('unavailable', { detail: 'Too many images are being compressed', headers });
    }
    return compressed(path, () => this.#compressions.release());
  }
}

/** Returns the value of `Content-Disposition`, with which a browser saves the file under this name. */
export function attachmentOf({ name }: InstallationFile): string {
  return `attachment; filename="${name}"`;
}

const CONTENT_TYPES: Readonly<Record<InstallationFileName, string>> = {
  image: 'application/octet-stream',
  'image.zst': 'application/zstd',
  output: 'text/plain; charset=utf-8',
  configuration: 'application/json',
  plan: 'application/json',
  lock: 'application/json',
};

function throwReplaced(name: string): never {
  throw new HttpError('conflict', `${name} has been replaced or deleted since this address was issued`);
}

/** Maximum number of images that are compressed at the same time; each compression can use one processor. */
const COMPRESSION_LIMIT = 4;

/** Level 3 compresses an image of a minimal system to a third of its size, as fast as a disk can deliver it. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Compresses a file while it is being sent. Closing the iterator closes the file, even before its first step. */
function compressed(path: string, onEnd: () => void): AsyncIterableIterator<Uint8Array, void> {
  const stream = pipeline(
    createReadStream(path, { highWaterMark: 1024 * 1024 }),
    createZstdCompress(COMPRESSION),
    // The iterator reports the error.
    onEnd,
  );
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, void>;
  return {
    next: () => chunks.next(),
    return: () => {
      stream.destroy();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
