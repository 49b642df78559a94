import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { BodyParam, Context, DELETE, GET, HeaderParam, Path, PathParam, POST } from '@writ/annotations';
import {
  events,
  HttpError,
  HttpResponse,
  int,
  object,
  optional,
  type EventStream,
  type ServerSentEvent,
} from '@writ/http';
import type { Machines, MachineState } from '../machines/machines.ts';
import { problem } from '../problems.ts';
import type { Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { findImage } from './image-file.ts';

/** Maximum length of the input in one request in UTF-16 code units. */
const INPUT_LIMIT = 4_096;

/** Starts the image of an installation in a machine on this computer, with its console in the page. */
@Path('/api/installs/{id}/machine')
export class MachinesApi {
  readonly #store: Store;
  readonly #machines: Machines;

  constructor(store: Store, machines: Machines) {
    this.#store = store;
    this.#machines = machines;
  }

  @POST('/', PathParam('id', int), Context(HttpResponse))
  async start(id: number, response: HttpResponse): Promise<MachineState> {
    const install = this.#getInstall(id);
    findImage(install, this.#store);
    const result = await this.#machines.start(id, this.#readFirmware(id), () =>
      openImage(install, this.#store),
    );
    if ('kind' in result) {
      if (result.kind === 'busy') {
        throw problem('machine-busy', {
          detail: `The machine of installation ${result.install} is running: end it with DELETE /api/installs/${result.install}/machine`,
        });
      }
      throw problem('machine-unavailable', {
        detail: `Install ${result.missing.join(', ')}`,
        extensions: { missing: result.missing },
      });
    }
    response.status = 201;
    response.headers.set('location', `/api/installs/${id}/machine`);
    return result;
  }

  @GET('/', PathParam('id', int))
  get(id: number): MachineState {
    return this.#getMachine(id);
  }

  /** The output of the console as events `output`, whose data are JSON strings, and the event `end`. */
  @GET(
    '/console',
    { produces: 'text/event-stream' },
    PathParam('id', int),
    HeaderParam('Last-Event-ID', optional(int)),
    Context(AbortSignal),
  )
  console(id: number, after: number | undefined, signal: AbortSignal): EventStream {
    this.#getMachine(id);
    return events(this.#follow(id, after ?? 0, signal));
  }

  @POST('/input', PathParam('id', int), BodyParam(object({ text: String })), Context(HttpResponse))
  input(id: number, { text }: { readonly text: string }, response: HttpResponse): void {
    this.#getMachine(id);
    if (text.length > INPUT_LIMIT)
      throw new HttpError('invalid-values', `text must have at most ${INPUT_LIMIT} characters`);
    if (!this.#machines.write(id, text)) throw new HttpError('conflict', 'The machine does not accept input');
    response.status = 204;
  }

  @DELETE('/', PathParam('id', int), Context(HttpResponse))
  async end(id: number, response: HttpResponse): Promise<void> {
    this.#getMachine(id);
    await this.#machines.end(id);
    response.status = 204;
  }

  async *#follow(id: number, after: number, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    let last = after;
    for await (const { number, text } of this.#machines.follow(id, after, signal)) {
      last = number;
      yield { id: number, event: 'output', data: JSON.stringify(text) };
    }
    yield { id: last + 1, event: 'end', data: '{}' };
  }

  /** The firmware of the plan; images of earlier versions of the service have no stored plan. */
  #readFirmware(id: number): 'uefi' | 'bios' {
    const plan = this.#store.document(id, 'plan');
    const { facts } = plan === undefined ? {} : (JSON.parse(plan) as { facts?: { firmware?: unknown } });
    return facts?.firmware === 'bios' ? 'bios' : 'uefi';
  }

  #getMachine(id: number): MachineState {
    this.#getInstall(id);
    const state = this.#machines.get(id);
    if (state === undefined) throw new HttpError('not-found', `Installation ${id} has no machine`);
    return state;
  }

  #getInstall(id: number): Install {
    const install = this.#store.get(id);
    if (install === undefined) throw new HttpError('not-found', `Installation ${id} does not exist`);
    return install;
  }
}

/** Opens the image for reading; a file that replaced it in the meantime is refused. */
function openImage(install: Install, store: Store): number {
  const { path, found } = findImage(install, store);
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (fstatSync(descriptor, { bigint: true }).ino === found.ino) return descriptor;
  closeSync(descriptor);
  throw new HttpError('conflict', `${install.target} has been replaced`);
}
