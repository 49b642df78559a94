import { tmpdir } from 'node:os';
import type { HttpRequest } from '../../contract/http-request.ts';
import { decodeText } from '../../types/decode-text.ts';
import type { BodyHandlerLike, BodyLimits, FormBody } from '../../contract/roles.ts';
import { Failure } from '../../types/failure.ts';
import { formTooLarge, malformedForm } from '../../protocol/form-errors.ts';
import { parseBoundary } from '../../protocol/part-head.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { parseParts, type FormPart } from './parts.ts';
import { parseByteSize, type ByteSize } from '../../protocol/byte-size.ts';
import { storePart, StoredFile } from './stored-file.ts';

/** Options for a {@link BodyHandler}. Sizes are numbers of bytes, or strings such as `10MB`. */
export interface BodyHandlerOptions {
  /** Folder for uploaded files, created if it does not exist (default: the system's temporary folder). */
  readonly uploadsDirectory?: string;
  /** Whether files are deleted when the request ends, unless `keep()` was called (default: true). */
  readonly deleteUploads?: boolean;
  /**
   * Maximum size of bodies other than multipart forms, and maximum total size of a form's non-file fields (default: the
   * limit `body`).
   */
  readonly maxBody?: ByteSize;
  /** Maximum size of a non-file field (default: `64kB`). */
  readonly maxPart?: ByteSize;
  /** Maximum size of a file (default: `10MB`). */
  readonly maxFile?: ByteSize;
  /** Maximum number of files (default: 10). */
  readonly maxFiles?: number;
  /** Maximum size of the whole form (default: `20MB`). */
  readonly maxTotal?: ByteSize;
}

const OPTIONS: OptionNames<BodyHandlerOptions> = {
  uploadsDirectory: true,
  deleteUploads: true,
  maxBody: true,
  maxPart: true,
  maxFile: true,
  maxFiles: true,
  maxTotal: true,
};

/** Number of parts that a form may have in addition to `maxFiles`. */
const MAX_FIELDS = 1000;

/**
 * Stores a form's files on disk under random names, and its other fields in memory. Enforces the limits while the form
 * arrives. If one is exceeded, the response is 413 (400 for too many names), and all stored files are deleted.
 */
export class BodyHandler implements BodyHandlerLike {
  readonly maxBody: number | undefined;
  readonly maxTotal: number;
  readonly read: (request: HttpRequest, limits: BodyLimits) => Promise<FormBody>;

  constructor(options: BodyHandlerOptions = {}) {
    assertOptions('BodyHandler', options, OPTIONS);
    const { maxBody, maxFiles = 10, uploadsDirectory: folder = tmpdir(), deleteUploads = true } = options;
    const maxPart = parseByteSize(options.maxPart ?? '64kB', 'maxPart');
    const maxFile = parseByteSize(options.maxFile ?? '10MB', 'maxFile');
    this.maxBody = maxBody === undefined ? undefined : parseByteSize(maxBody, 'maxBody');
    this.maxTotal = parseByteSize(options.maxTotal ?? '20MB', 'maxTotal');
    this.read = async (request, limits) => {
      const boundary = parseBoundary(request.headers.get('content-type') ?? '');
      const form = new StoredForm(deleteUploads);
      try {
        for await (const part of parseParts(request.body.stream(), boundary, MAX_FIELDS + maxFiles)) {
          if (part.fileName === undefined) await form.addField(part, maxPart, limits);
          else await form.addFile(part, folder, maxFile, maxFiles);
        }
        return form;
      } catch (error) {
        await form.discardAll();
        throw error;
      }
    };
  }
}

class StoredForm implements FormBody {
  readonly fields: (readonly [string, string])[] = [];
  readonly files: StoredFile[] = [];
  readonly #delete: boolean;
  readonly #names = new Set<string>();
  #held = 0;

  constructor(deleteUploads: boolean) {
    this.#delete = deleteUploads;
  }

  async addField(part: FormPart, maxPart: number, limits: BodyLimits): Promise<void> {
    this.#addName(part, limits);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of part.body) {
      length += chunk.byteLength;
      if (length > maxPart) throw formTooLarge(`a form field is larger than ${maxPart} bytes`);
      chunks.push(chunk);
    }
    this.#held += length;
    if (this.#held > limits.body)
      throw formTooLarge(`the form fields are larger than ${limits.body} bytes in total`);
    const text = decodeText(Buffer.concat(chunks), part.charset);
    if (text instanceof Failure) throw malformedForm(`a field ${text.issues[0]!.detail}`);
    this.fields.push([part.name, text]);
  }

  async addFile(part: FormPart, folder: string, maxFile: number, maxFiles: number): Promise<void> {
    this.#addName(part, { names: Infinity });
    if (this.files.length === maxFiles) throw formTooLarge(`the form has more than ${maxFiles} files`);
    const file = new StoredFile(part, folder);
    this.files.push(file);
    await storePart(part, file, folder, maxFile);
    // Browsers send an empty file if the user selected none.
    if (file.fileName === '' && file.size === 0) await this.files.pop()!.discard();
  }

  async discard(): Promise<void> {
    if (this.#delete) await this.discardAll();
  }

  async discardAll(): Promise<void> {
    await Promise.all(this.files.map((file) => file.discard()));
  }

  #addName({ name }: FormPart, { names }: { readonly names: number }): void {
    this.#names.add(name);
    if (this.#names.size > names) throw malformedForm(`it has more than ${names} names`);
  }
}
