import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FileUpload } from '@writ/annotations';

export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Files on disk under generated names; the clients' file names are in the database. */
export class AttachmentStore {
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  async add(note: number, upload: FileUpload): Promise<Attachment> {
    const id = randomUUID();
    const { fileName: name, size } = upload;
    const type = mediaTypeOf(upload.contentType);
    upload.keep();
    // Uploads are written to the same file system, so that renaming a file does not copy it.
    await rename(upload.path, join(this.#folder, id));
    try {
      this.#database
        .prepare('INSERT INTO attachment (id, note, name, type, size) VALUES (?, ?, ?, ?, ?)')
        .run(id, note, name, type, size);
    } catch (error) {
      await rm(join(this.#folder, id), { force: true });
      throw error;
    }
    return { id, name, type, size };
  }

  list(note: number): readonly Attachment[] {
    return this.#database
      .prepare('SELECT id, name, type, size FROM attachment WHERE note = ? ORDER BY rowid')
      .all(note) as unknown as Attachment[];
  }

  find(note: number, id: string): Attachment | undefined {
    return this.list(note).find((attachment) => attachment.id === id);
  }

  /** Removes the files of a deleted note, whose rows were deleted with it. */
  async removeFiles(attachments: readonly Attachment[]): Promise<void> {
    await Promise.all(attachments.map(({ id }) => rm(join(this.#folder, id), { force: true })));
  }
}

/** The media type without parameters. Clients may send an invalid media type. */
function mediaTypeOf(text: string): string {
  return /^[a-z]+\/[\w.+-]+(?=\s*(?:;|$))/.exec(text.toLowerCase())?.[0] ?? 'application/octet-stream';
}
