import { lookup } from 'mrmime';
import { HttpError } from '../../errors/http-error.ts';
import type { HttpRequest } from '../../contract/http-request.ts';
import type { HttpResponse } from '../../contract/http-response.ts';
import { TransportResponse } from '../../exchange/response.ts';
import { captureOrigin } from '../../report/origin.ts';
import type { Component } from '../../contract/component.ts';
import type { HttpResponseWriter } from '../../contract/roles.ts';
import { contentRange, multipartRanges } from './byte-ranges.ts';
import { CHUNK_SIZE, freeBytes, readPart, sendPieces, type Piece } from './file-part.ts';
import { evaluateConditions, isRangeCurrent, type Validators } from '../../protocol/conditions.ts';
import { openFile, openInFolder, type LocatedFile } from './locate.ts';
import { resolveRange, type ByteRange } from '../../protocol/range.ts';
import { resolveFolder, type FolderOptions } from './settings.ts';
import type { Folder } from '../../contract/files.ts';
import { acceptedVariants, type Variant } from './compressed-copies.ts';

/** Permits caching for a year (RFC 8246), the longest time that caches are expected to support. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Number of milliseconds for which a request waits while the maximum number of files is open. */
const SLOT_TIMEOUT = 10_000;

/**
 * Sends the file whose path is the result. The path is relative to the toolkit's `files.root`, or to the folder that is
 * passed to the constructor. Responds with 404 if the file does not exist or must not be served, and with a redirect if
 * only the slash at the end of a folder with an index is missing. Supports conditional requests, ranges, and compressed
 * copies with `.br` or `.gz` appended to the name. Unless a Content-Type is declared or set, it is derived from the
 * file name.
 */
export class FileResponseWriter implements HttpResponseWriter<string> {
  readonly #folder: Folder | undefined;

  /** `folder` is the folder to serve (default: the toolkit's folder). */
  constructor({ folder }: { readonly folder?: Folder } = {}) {
    this.#folder = folder;
  }

  async write(result: string, request: HttpRequest, response: HttpResponse): Promise<void> {
    if (typeof result !== 'string' && result !== null) {
      throw new TypeError(`a file result must be a path, not ${typeof result}`);
    }
    const { slots, ...folder } = request.context.toolkit.files;
    const used = this.#folder ?? folder;
    if (result === null) throw new HttpError('not-found');
    if (!(await slots.acquire(SLOT_TIMEOUT))) {
      throw new HttpError('unavailable', 'too many files are open');
    }
    let located: LocatedFile | undefined;
    let small: Uint8Array | undefined;
    try {
      const chosen = await openBestVariant(result, used, response, request);
      if (chosen === 'folder' && (await hasIndex(result, request, used)))
        return redirectToFolder(request, response);
      if (typeof chosen !== 'object') throw new HttpError('not-found');
      ({ located } = chosen);
      // The request's time limit may have expired in the meantime, so that the response has been sent.
      if (response.started) return;
      const { headers } = response;
      const isImmutable = used.immutable?.test(`/${result.replace(/^\/+/, '')}`) ?? false;
      if (isImmutable && !headers.has('cache-control')) headers.set('cache-control', IMMUTABLE);
      const part = prepareHead(chosen, request, response);
      if (Array.isArray(part)) await sendPieces(request.context, located, part);
      else if (part !== undefined && part.length > CHUNK_SIZE)
        await sendPieces(request.context, located, [part]);
      else if (part !== undefined) small = await readPart(located, part);
    } finally {
      // Errors are ignored, because the file was opened only for reading.
      await located?.handle.close().catch(() => {});
      slots.release();
    }
    // The response ends after the file is closed, so that a slow client does not keep the file open.
    if (response.ended) return;
    if (small === undefined) response.end();
    else endWithFile(response, small);
  }
}

function endWithFile(response: HttpResponse, bytes: Uint8Array): void {
  TransportResponse.endOwned(response, bytes, () => freeBytes(bytes));
}

/** Creates a writer that serves files from a folder: `@ResponseWriter(files('public'))`. */
export function files(root: string, options?: FolderOptions): Component<HttpResponseWriter<string>> {
  const folder = resolveFolder(root, options);
  return {
    name: `files of ${root}`,
    instance: new FileResponseWriter({ folder }),
    origin: captureOrigin(files),
  };
}

/**
 * Whether a GET or HEAD request for a folder lacks the trailing slash, on which relative links depend, and the folder
 * has an index.
 */
async function hasIndex(result: string, { method, url }: HttpRequest, folder: Folder): Promise<boolean> {
  if ((method !== 'GET' && method !== 'HEAD') || result.endsWith('/') || new URL(url).pathname.endsWith('/'))
    return false;
  const file = folder.index === undefined ? undefined : await openInFolder(`${result}/`, folder);
  if (typeof file !== 'object') return false;
  await file.handle.close();
  return true;
}

/** Redirects with a relative URL, because an absolute path that starts with two slashes would refer to another host. */
function redirectToFolder({ url }: HttpRequest, response: HttpResponse): void {
  const { pathname, search } = new URL(url);
  response.status = 301;
  response.headers.set('location', `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`);
  response.end();
}

interface ChosenFile {
  /** Real path of the file without compression. */
  readonly path: string;
  readonly located: LocatedFile;
  readonly variant: Variant | undefined;
}

/**
 * Opens the compressed copy that the client prefers, or otherwise the file. Returns `'folder'` if the path leads to a
 * folder, and undefined if there is no file to serve.
 */
async function openBestVariant(
  result: string,
  folder: Folder,
  response: HttpResponse,
  request: HttpRequest,
): Promise<ChosenFile | 'folder' | undefined> {
  const located = await openInFolder(result, folder);
  if (typeof located !== 'object') return located;
  const { path } = located;
  response.headers.vary('accept-encoding');
  for (const variant of acceptedVariants(request.headers.get('accept-encoding'))) {
    const copy = await openFile(path + variant.extension).catch(() => undefined);
    if (typeof copy !== 'object') continue;
    // Errors are ignored as above, so that the caller receives the copy and closes it.
    await located.handle.close().catch(() => {});
    return { path, located: copy, variant };
  }
  return { path, located, variant: undefined };
}

/** Sets the status and the headers. Returns the part or pieces to send, or undefined if there is nothing to send. */
function prepareHead(
  { path, located, variant }: ChosenFile,
  request: HttpRequest,
  response: HttpResponse,
): ByteRange | Piece[] | undefined {
  const { size, modified } = located;
  const { headers } = response;
  const tag = `"${size.toString(36)}-${modified.toString(36)}${variant === undefined ? '' : `-${variant.encoding}`}"`;
  const validators: Validators = { tag, modified: Number(modified / 1_000_000n) };
  const header = (name: string): string | undefined => request.headers.get(name);
  // Conditions apply only to these requests, because clients have no copies of error pages or of responses to POST.
  const isPlain = (request.method === 'GET' || request.method === 'HEAD') && response.status === 200;
  const verdict = isPlain ? evaluateConditions(request.method, header, validators) : 'proceed';
  if (verdict === 'failed') throw new HttpError('precondition-failed');
  headers.set('etag', tag);
  headers.set('last-modified', new Date(validators.modified).toUTCString());
  if (verdict === 'not-modified') {
    headers.delete('content-type');
    response.status = 304;
    return undefined;
  }
  const range =
    isPlain && request.method === 'GET' && isRangeCurrent(header('if-range'), validators)
      ? header('range')
      : undefined;
  const requested = range === undefined ? 'whole' : resolveRange(range, size);
  if (requested === 'unsatisfiable') {
    throw new HttpError('range-not-satisfiable', { headers: { 'content-range': `bytes */${size}` } });
  }
  if (requested !== 'whole') response.status = 206;
  if (isPlain) headers.set('accept-ranges', 'bytes');
  if (!headers.has('content-type')) headers.set('content-type', contentTypeOf(path));
  if (variant !== undefined) headers.set('content-encoding', variant.encoding);
  if (Array.isArray(requested)) {
    const { contentType, length, pieces } = multipartRanges(requested, size, headers.get('content-type')!);
    headers.set('content-type', contentType);
    headers.set('content-length', String(length));
    return [...pieces];
  }
  const part = requested === 'whole' ? { start: 0, length: size } : (requested as ByteRange);
  if (requested !== 'whole') headers.set('content-range', contentRange(part, size));
  headers.set('content-length', String(part.length));
  return request.method === 'HEAD' ? undefined : part;
}

function contentTypeOf(path: string): string {
  // The look-up reads a property of an object, so that it returns a function for a file such as `a.constructor`.
  const found: unknown = lookup(path);
  const type = typeof found === 'string' ? found : 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
