import { ERRORS, type HttpRequest, type HttpResponse, Produces } from '@writ/annotations';
import { TitleTaken } from './note-store.ts';

/** Responds with 409 and the address of the other note. */
@Produces('application/problem+json')
export class TitleTakenHandler {
  static readonly type: typeof TitleTaken = TitleTaken;

  write({ message, other }: TitleTaken, _request: HttpRequest, response: HttpResponse): void {
    const { status, title } = ERRORS.conflict;
    response.status = status;
    response.end(JSON.stringify({ status, title, detail: message, other: `/notes/${other}` }));
  }
}
