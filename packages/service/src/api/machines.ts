import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { BodyParam, Context, DELETE, GET, HeaderParam, Path, PathParam, POST } from '@writ/annotations';
import {
  HttpError,
  HttpRequest,
  int,
  object,
  optional,
  RestResponse,
  type EventStream,
  type ServerSentEvent,
} from '@writ/http';
import type { Machines, MachineState } from '../machines/machines.ts';
import { problem } from '../problems.ts';
import type { Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { EventStreams } from './event-streams.ts';
import { findImage, readFirmware } from './image-file.ts';
import { getInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

/** Maximum length of the input in one request in UTF-16 code units. */
const INPUT_LIMIT = 4_096;

/** Boots an installation's image in a virtual machine on this computer; the page shows the console. */
@Requires('view')
@Path('/api/installs/{id}/machine')
export class MachinesApi {
  readonly #store: Store;
  readonly #machines: Machines;
  readonly #streams: EventStreams;

  constructor(store: Store, machines: Machines, streams: EventStreams) {
    this.#store = store;
    this.#machines = machines;
    this.#streams = streams;
  }

  @Requires('run')
  @POST('/', PathParam('id', int))
  async start(id: number): Promise<RestResponse<MachineState, 201>> {
    const install = await getInstall(this.#store, id);
    await findImage(install, this.#store);
    const firmware = await readFirmware(id, this.#store);
    const result = await this.#machines.start(id, firmware, async () => {
      // The installation may have been deleted before the start was registered.
      await getInstall(this.#store, id);
      return openImage(install, this.#store);
    });
    if ('kind' in result) {
      if (result.kind === 'busy') {
        throw problem('machine-busy', {
          detail: `The virtual machine of installation ${result.install} is running; stop it with DELETE /api/installs/${result.install}/machine`,
        });
      }
      if (result.kind === 'cancelled') {
        throw new HttpError(
          'conflict',
          `The virtual machine of installation ${id} was stopped before it started`,
        );
      }
      throw problem('machine-unavailable', {
        detail: `Install ${result.missing.join(', ')}`,
        extensions: { missing: result.missing },
      });
    }
    return RestResponse.created(`/api/installs/${id}/machine`, result);
  }

  @GET('/', PathParam('id', int))
  get(id: number): Promise<MachineState> {
    return this.#getMachine(id);
  }

  /** Streams the output of the console as `output` events, whose data are JSON strings, followed by an `end` event. */
  @GET(
    '/console',
    { produces: 'text/event-stream' },
    PathParam('id', int),
    HeaderParam('Last-Event-ID', optional(int)),
    Context(HttpRequest),
  )
  async console(id: number, after: number | undefined, request: HttpRequest): Promise<EventStream> {
    await this.#getMachine(id);
    return this.#streams.open(request, (signal) => this.#follow(id, after ?? 0, signal));
  }

  @Requires('run')
  @POST('/input', PathParam('id', int), BodyParam(object({ text: String })))
  async input(id: number, { text }: { readonly text: string }): Promise<RestResponse<undefined, 204>> {
    await this.#getMachine(id);
    if (text.length > INPUT_LIMIT)
      throw new HttpError('invalid-values', `text must have at most ${INPUT_LIMIT} characters`);
    if (!this.#machines.write(id, text))
      throw new HttpError('conflict', 'The virtual machine does not accept input');
    return RestResponse.noContent();
  }

  @Requires('run')
  @DELETE('/', PathParam('id', int))
  async end(id: number): Promise<RestResponse<undefined, 204>> {
    await this.#getMachine(id);
    await this.#machines.end(id);
    return RestResponse.noContent();
  }

  async *#follow(id: number, after: number, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    let last = after;
    for await (const { number, text } of this.#machines.follow(id, after, signal)) {
      last = number;
      yield { id: number, event: 'output', data: JSON.stringify(text) };
    }
    yield { id: last + 1, event: 'end', data: '{}' };
  }

  async #getMachine(id: number): Promise<MachineState> {
    await getInstall(this.#store, id);
    const state = this.#machines.get(id);
    if (state === undefined) throw new HttpError('not-found', `Installation ${id} has no virtual machine`);
    return state;
  }
}

/** Opens the image for reading; a file that replaced it in the meantime is refused. */
async function openImage(install: Install, store: Store): Promise<number> {
  const { path, found } = await findImage(install, store);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (fstatSync(descriptor, { bigint: true }).ino === found.ino) return descriptor;
  closeSync(descriptor);
  throw new HttpError('conflict', `${install.target} has been replaced`);
}
