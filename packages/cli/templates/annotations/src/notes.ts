import { BodyParam, GET, HttpError, int, Path, PathParam, POST, RestResponse } from '@writ/annotations';

export interface NewNote {
  title: string;
  /** The priority: 1 is the highest. */
  rank?: 1 | 2 | 3;
}

const notes: NewNote[] = [{ title: 'buy milk', rank: 3 }];

@Path('/notes')
export class Notes {
  /** Returns a note. */
  @GET('/{id}')
  one(@PathParam('id', int) id: number): NewNote {
    const note = notes[id];
    if (note === undefined) throw new HttpError(404, `no note has the ID ${id}`);
    return note;
  }

  /** Stores a note. */
  @POST()
  add(@BodyParam() { title, rank = 2 }: NewNote): RestResponse<{ id: number }, 201> {
    return RestResponse.status(201, { id: notes.push({ title, rank }) - 1 });
  }
}
