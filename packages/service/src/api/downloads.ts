import { BodyParam, Context, GET, Path, PathParam, PermitAll, POST } from '@writ/annotations';
import { HttpRequest, HttpResponse, int, object, oneOf, RestResponse } from '@writ/http';
import type { PackageLock, Plan } from '@writ/installer';
import { problem } from '../problems.ts';
import { ticketLimits, type Tickets } from '../security/tickets.ts';
import type { Store } from '../store/store.ts';
import {
  attachmentOf,
  INSTALLATION_FILES,
  type FileContent,
  type InstallationFile,
  type InstallationFileName,
  type InstallationFiles,
} from './installation-files.ts';
import { getInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

export interface DownloadAnswer {
  /** Path of the download URL, which works once. */
  readonly address: string;
  /** The expiry time in ISO 8601, UTC. */
  readonly expires: string;
}

export interface DownloadsDependencies {
  readonly store: Store;
  readonly files: InstallationFiles;
  readonly tickets: Tickets<InstallationFile>;
  readonly now: () => Date;
}

/**
 * Files of installations. Clients that have the token download them directly; browsers, which cannot send the
 * token when they save a file, use one-time addresses.
 */
@Requires('view')
@Path('/')
export class Downloads {
  readonly #dependencies: DownloadsDependencies;

  constructor(dependencies: DownloadsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the image. A client can continue an interrupted download with a range request. */
  @Requires('run')
  @GET(
    '/api/installs/{id}/image',
    { produces: 'application/octet-stream' },
    PathParam('id', int),
    Context(HttpRequest),
    Context(HttpResponse),
  )
  image(id: number, request: HttpRequest, response: HttpResponse): Promise<FileContent | undefined> {
    return this.#send(id, 'image', request, response);
  }

  /** Returns the image, compressed with Zstandard while it is being sent. */
  @Requires('run')
  @GET(
    '/api/installs/{id}/image.zst',
    { produces: 'application/zstd' },
    PathParam('id', int),
    Context(HttpRequest),
    Context(HttpResponse),
  )
  compressedImage(
    id: number,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<FileContent | undefined> {
    return this.#send(id, 'image.zst', request, response);
  }

  /** Returns the recorded output as text. */
  @GET(
    '/api/installs/{id}/output',
    { produces: 'text/plain; charset=utf-8' },
    PathParam('id', int),
    Context(HttpRequest),
    Context(HttpResponse),
  )
  output(id: number, request: HttpRequest, response: HttpResponse): Promise<FileContent | undefined> {
    return this.#send(id, 'output', request, response);
  }

  /** Returns the configuration, with a reference `{"$secret": NAME}` in place of each secret. */
  @GET('/api/installs/{id}/configuration', PathParam('id', int), Context(HttpResponse))
  configuration(id: number, response: HttpResponse): Promise<Readonly<Record<string, unknown>>> {
    return this.#readDocument<Readonly<Record<string, unknown>>>(id, 'configuration', response);
  }

  /** Returns the confirmed plan. */
  @GET('/api/installs/{id}/plan', PathParam('id', int), Context(HttpResponse))
  plan(id: number, response: HttpResponse): Promise<Plan> {
    return this.#readDocument<Plan>(id, 'plan', response);
  }

  /** Returns the package lock, once the packages are known. */
  @GET('/api/installs/{id}/lock', PathParam('id', int), Context(HttpResponse))
  lock(id: number, response: HttpResponse): Promise<PackageLock> {
    return this.#readDocument<PackageLock>(id, 'lock', response);
  }

  @Requires('run')
  @POST(
    '/api/installs/{id}/downloads',
    PathParam('id', int),
    BodyParam(object({ file: oneOf(...INSTALLATION_FILES) })),
  )
  async issue(
    id: number,
    { file }: { readonly file: InstallationFileName },
  ): Promise<RestResponse<DownloadAnswer, 201>> {
    const { tickets, now } = this.#dependencies;
    const ticket = tickets.issue(await this.#find(id, file));
    const expires = new Date(now().getTime() + ticketLimits.milliseconds).toISOString();
    const address = `/downloads/${ticket}`;
    return RestResponse.created(address, { address, expires });
  }

  @PermitAll()
  @GET('/downloads/{ticket}', PathParam('ticket', String), Context(HttpRequest), Context(HttpResponse))
  download(ticket: string, request: HttpRequest, response: HttpResponse): Promise<FileContent | undefined> {
    const { files, tickets } = this.#dependencies;
    // A HEAD request does not use up the ticket.
    const file = request.method === 'HEAD' ? tickets.peek(ticket) : tickets.redeem(ticket);
    if (file === undefined) {
      throw problem('ticket-refused', {
        detail:
          'This download address has been used or is older than a minute; request a new one with POST /api/installs/{id}/downloads',
      });
    }
    return files.send(file, request, response);
  }

  async #send(
    id: number,
    name: InstallationFileName,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<FileContent | undefined> {
    return this.#dependencies.files.send(await this.#find(id, name), request, response);
  }

  /** @throws {HttpError} 404 if the installation does not exist or has no such document */
  async #readDocument<T>(
    id: number,
    name: 'configuration' | 'plan' | 'lock',
    response: HttpResponse,
  ): Promise<T> {
    const file = await this.#find(id, name);
    response.headers.set('content-disposition', attachmentOf(file));
    return JSON.parse((await this.#dependencies.store.document(id, name))!) as T;
  }

  async #find(id: number, name: InstallationFileName): Promise<InstallationFile> {
    const { files, store } = this.#dependencies;
    return files.find(await getInstall(store, id), name);
  }
}
