import { BodyParam, Context, GET, Path, PathParam, POST } from '@writ/annotations';
import { HttpError, HttpRequest, HttpResponse, int, object, oneOf, RestResponse } from '@writ/http';
import { problem } from '../problems.ts';
import type { Install } from '../records/install.ts';
import { ticketLimits, type Tickets } from '../security/tickets.ts';
import type { Store } from '../store/store.ts';
import {
  INSTALLATION_FILES,
  type FileContent,
  type InstallationFile,
  type InstallationFileName,
  type InstallationFiles,
} from './installation-files.ts';

export interface DownloadAnswer {
  /** Path of the download URL, which works once. */
  readonly address: string;
  /** The time of expiry in ISO 8601, UTC. */
  readonly expires: string;
}

export interface DownloadsDependencies {
  readonly store: Store;
  readonly files: InstallationFiles;
  readonly tickets: Tickets<InstallationFile>;
  readonly now: () => Date;
}

/**
 * Files of installations: for clients with the token, and through one-time addresses for browsers, which cannot send
 * the token when they save a file.
 */
@Path('/')
export class Downloads {
  readonly #dependencies: DownloadsDependencies;

  constructor(dependencies: DownloadsDependencies) {
    this.#dependencies = dependencies;
  }

  @GET(
    '/api/installs/{id}/{file:image|image\\.zst|output|configuration|plan|lock}',
    PathParam('id', int),
    PathParam('file', oneOf(...INSTALLATION_FILES)),
    Context(HttpRequest),
    Context(HttpResponse),
  )
  send(
    id: number,
    file: InstallationFileName,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<FileContent | undefined> {
    const { files } = this.#dependencies;
    return files.send(files.find(this.#getInstall(id), file), request, response);
  }

  @POST(
    '/api/installs/{id}/downloads',
    PathParam('id', int),
    BodyParam(object({ file: oneOf(...INSTALLATION_FILES) })),
  )
  issue(id: number, { file }: { readonly file: InstallationFileName }): RestResponse<DownloadAnswer, 201> {
    const { files, tickets, now } = this.#dependencies;
    const ticket = tickets.issue(files.find(this.#getInstall(id), file));
    const expires = new Date(now().getTime() + ticketLimits.milliseconds).toISOString();
    const address = `/downloads/${ticket}`;
    return RestResponse.created(address, { address, expires });
  }

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

  #getInstall(id: number): Install {
    const install = this.#dependencies.store.get(id);
    if (install === undefined) throw new HttpError('not-found', `Installation ${id} does not exist`);
    return install;
  }
}
