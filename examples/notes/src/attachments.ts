import {
  Context,
  FileResponseWriter,
  FileUpload,
  FormParam,
  GET,
  Header,
  HttpError,
  HttpResponse,
  int,
  Path,
  PathParam,
  POST,
  ResponseWriter,
  RestResponse,
  RolesAllowed,
  uuid,
} from '@writ/annotations';
import type { AttachmentStore } from './attachment-store.ts';
import type { NoteStore } from './note-store.ts';
import { throwNotFound } from './notes.ts';

@Path('/notes/{note}/attachments')
@RolesAllowed('reader', 'editor')
export class Attachments {
  readonly #notes: NoteStore;
  readonly #attachments: AttachmentStore;

  constructor(notes: NoteStore, attachments: AttachmentStore) {
    this.#notes = notes;
    this.#attachments = attachments;
  }

  @POST('/')
  @RolesAllowed('editor')
  async add(
    @PathParam('note', int) note: number,
    @FormParam('file', FileUpload) upload: FileUpload,
  ): Promise<RestResponse> {
    if (this.#notes.find(note) === undefined) throwNotFound(note);
    const attachment = await this.#attachments.add(note, upload);
    return RestResponse.created(`/notes/${note}/attachments/${attachment.id}`, attachment);
  }

  /** Returns the file's path in the toolkit's folder; the writer handles range and conditional requests. */
  @GET('/{attachment}', PathParam('note', int), PathParam('attachment', uuid), Context(HttpResponse))
  @ResponseWriter(FileResponseWriter)
  @Header('X-Content-Type-Options: nosniff', "Content-Security-Policy: default-src 'none'; sandbox")
  one(note: number, id: string, { headers }: HttpResponse): string {
    const attachment = this.#attachments.find(note, id);
    if (attachment === undefined) throw new HttpError('not-found', `note ${note} has no such attachment`);
    headers.set('content-type', attachment.type);
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`);
    return attachment.id;
  }
}
