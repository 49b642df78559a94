import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileUpload } from '../../contract/file-upload.ts';
import { formTooLarge } from '../../protocol/form-errors.ts';
import type { FormPart } from './parts.ts';

/** A file in the uploads folder. */
export class StoredFile extends FileUpload {
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly path: string;
  size = 0;
  kept = false;

  /** Generates a random file name, because the client's name must not become a path. */
  constructor({ name, fileName, contentType }: FormPart, folder: string) {
    super();
    this.name = name;
    this.fileName = fileName ?? '';
    this.contentType = contentType;
    this.path = join(folder, crypto.randomUUID());
  }

  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(createReadStream(this.path)) as ReadableStream<Uint8Array>;
  }

  keep(): void {
    this.kept = true;
  }

  /** Deletes the file unless `keep()` was called. */
  async discard(): Promise<void> {
    if (!this.kept) await rm(this.path, { force: true });
  }
}

/** Writes the part to disk. Rejects with 413 as soon as more than `maxFile` bytes have arrived. */
export async function storePart(
  part: FormPart,
  file: StoredFile,
  folder: string,
  maxFile: number,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const handle = await open(file.path, 'wx', 0o600);
  try {
    for await (const chunk of part.body) {
      file.size += chunk.byteLength;
      if (file.size > maxFile) throw formTooLarge(`a file is larger than ${maxFile} bytes`);
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
}
