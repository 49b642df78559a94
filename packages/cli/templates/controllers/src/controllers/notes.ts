import { Controller } from '@writ/controllers';
import { HttpError } from '@writ/http';

interface NewNote {
  title: string;
  /** The priority: 1 is the highest. */
  rank?: 1 | 2 | 3;
}

const notes: NewNote[] = [{ title: 'buy milk', rank: 3 }];

export class Default extends Controller {
  /** Returns a note. */
  GET(id: number) {
    const note = notes[id];
    if (note === undefined) throw new HttpError(404, `no note has the ID ${id}`);
    return note;
  }

  /** Stores a note. */
  POST({ title, rank = 2 }: NewNote) {
    this.response.status = 201;
    return { id: notes.push({ title, rank }) - 1 };
  }
}
