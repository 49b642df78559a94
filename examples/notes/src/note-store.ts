import type { DatabaseSync } from 'node:sqlite';

export interface Note {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  /** The time of the last change, in ISO 8601. */
  readonly changed: string;
}

export interface Page {
  readonly search: string;
  readonly limit: number;
  readonly after: number;
}

/** Thrown if another note has the same title. */
export class TitleTaken extends Error {
  /** The id of the other note. */
  readonly other: number;

  constructor(title: string, other: number) {
    super(`another note is called ${JSON.stringify(title)}`);
    this.other = other;
  }
}

/** Stores notes in the database. */
export class NoteStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list({ search, limit, after }: Page): readonly Note[] {
    return this.#database
      .prepare('SELECT * FROM note WHERE id > ? AND instr(lower(title), lower(?)) ORDER BY id LIMIT ?')
      .all(after, search, limit) as unknown as Note[];
  }

  find(id: number): Note | undefined {
    return this.#database.prepare('SELECT * FROM note WHERE id = ?').get(id) as Note | undefined;
  }

  add(title: string, text: string, author: string): Note {
    return this.#rejectDuplicateTitle(title, () => {
      const { lastInsertRowid } = this.#database
        .prepare('INSERT INTO note (title, text, author, changed) VALUES (?, ?, ?, ?)')
        .run(title, text, author, timestamp());
      return this.find(Number(lastInsertRowid))!;
    });
  }

  /** Returns undefined if the note does not exist. */
  change(id: number, title: string, text: string): Note | undefined {
    return this.#rejectDuplicateTitle(title, () => {
      this.#database
        .prepare('UPDATE note SET title = ?, text = ?, changed = ? WHERE id = ?')
        .run(title, text, timestamp(), id);
      return this.find(id);
    });
  }

  /** Returns whether the note existed. */
  remove(id: number): boolean {
    return this.#database.prepare('DELETE FROM note WHERE id = ?').run(id).changes > 0;
  }

  #rejectDuplicateTitle<T>(title: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== UNIQUE_VIOLATION) throw error;
      const other = this.#database
        .prepare('SELECT id FROM note WHERE title = ?')
        .get(title) as unknown as Note;
      throw new TitleTaken(title, other.id);
    }
  }
}

/** The error code `SQLITE_CONSTRAINT_UNIQUE`; only titles are unique. */
const UNIQUE_VIOLATION = 2067;

function timestamp(): string {
  return new Date().toISOString();
}
