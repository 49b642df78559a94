import {
  BeanParam,
  BodyParam,
  CatchWith,
  Context,
  DefaultValue,
  DELETE,
  events,
  type EventStream,
  GET,
  HttpError,
  int,
  Path,
  PathParam,
  POST,
  Produces,
  PUT,
  QueryParam,
  RestResponse,
  RolesAllowed,
  User,
} from '@writ/annotations';
import { z } from 'zod';
import type { AttachmentStore } from './attachment-store.ts';
import type { Changes } from './changes.ts';
import type { Note, NoteStore } from './note-store.ts';
import { TitleTakenHandler } from './title-taken-handler.ts';

interface NewNote {
  readonly title: string;
  readonly text: string;
}

const newNote: z.ZodType<NewNote> = z.strictObject({
  title: z.string().trim().min(1).max(100),
  text: z.string().max(10_000).default(''),
});

class Page {
  @QueryParam('search', String) @DefaultValue('') search!: string;
  @QueryParam('limit', z.int().min(1).max(100)) @DefaultValue('20') limit!: number;
  @QueryParam('after', int) @DefaultValue('0') after!: number;
}

@Path('/notes')
@Produces('application/json')
@RolesAllowed('reader', 'editor')
@CatchWith(TitleTakenHandler)
export class Notes {
  readonly #notes: NoteStore;
  readonly #attachments: AttachmentStore;
  readonly #changes: Changes;

  constructor(notes: NoteStore, attachments: AttachmentStore, changes: Changes) {
    this.#notes = notes;
    this.#attachments = attachments;
    this.#changes = changes;
  }

  @GET('/', BeanParam(Page))
  list(page: Page): readonly Note[] {
    return this.#notes.list(page);
  }

  @GET('/changes', { produces: 'text/event-stream' })
  changes(@Context() signal: AbortSignal): EventStream {
    return events(this.#changes.listen(signal));
  }

  @GET('/{id}', PathParam('id', int))
  one(id: number): object {
    return { ...(this.#notes.find(id) ?? throwNotFound(id)), attachments: this.#attachments.list(id) };
  }

  @POST('/')
  @RolesAllowed('editor')
  add(@BodyParam(newNote) { title, text }: NewNote, @Context() user: User): RestResponse {
    const note = this.#notes.add(title, text, String(user.principal['name']));
    this.#changes.publish('added', note);
    return RestResponse.created(`/notes/${note.id}`, note);
  }

  @PUT('/{id}', PathParam('id', int), BodyParam(newNote))
  @RolesAllowed('editor')
  change(id: number, { title, text }: NewNote): Note {
    const note = this.#notes.change(id, title, text) ?? throwNotFound(id);
    this.#changes.publish('changed', note);
    return note;
  }

  @DELETE('/{id}', PathParam('id', int))
  @RolesAllowed('editor')
  async remove(id: number): Promise<void> {
    const note = this.#notes.find(id) ?? throwNotFound(id);
    const files = this.#attachments.list(id);
    if (this.#notes.remove(id)) this.#changes.publish('removed', note);
    await this.#attachments.removeFiles(files);
  }
}

export function throwNotFound(id: number): never {
  throw new HttpError('not-found', `no note has the ID ${id}`);
}
