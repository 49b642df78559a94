import { make as searchFor } from 'multipasta/Search';
import { chunksOf, type Chunks } from '../../protocol/chunks.ts';
import { formTooLarge, malformedForm } from '../../protocol/form-errors.ts';
import { parsePartHead, type PartHead } from '../../protocol/part-head.ts';
import { parsePartHeaders } from '../../protocol/part-headers.ts';

/** A part of a multipart form, yielded while the form arrives. */
export interface FormPart extends PartHead {
  /** The content. Read it before you request the next part: any unread content is then skipped. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Maximum size of a part's headers in bytes. */
const MAX_HEAD = 16 * 1024;
const LINE_BREAK = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Yields the parts of a form. Throws `HttpError` 400 for a malformed form and 413 for more than `maxParts` parts, and
 * passes on stream errors.
 */
export async function* parseParts(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
  maxParts: number,
): AsyncGenerator<FormPart, void, undefined> {
  const reader = new PartReader(chunksOf(stream) as Chunks<Uint8Array>, boundary);
  try {
    for (let head = await reader.nextHead(); head !== undefined; head = await reader.nextHead()) {
      if (reader.count > maxParts) throw formTooLarge(`the form has more than ${maxParts} parts`);
      yield { ...head, body: reader.body() };
    }
  } finally {
    reader.stop();
  }
}

/** Some or all of the bytes between two boundaries. `part` counts the boundaries before them. */
interface Piece {
  readonly part: number;
  readonly bytes: Uint8Array;
}

/** Splits the stream into pieces at the boundaries. Reads it no faster than the caller reads the parts. */
class PartReader {
  readonly #chunks: Chunks<Uint8Array>;
  readonly #search: ReturnType<typeof searchFor>;
  /**
   * The headers of the current part. Allocated once per form, so that headers that arrive byte by byte cost no more.
   */
  readonly #head: Buffer = Buffer.allocUnsafe(MAX_HEAD);
  /**
   * The pieces of the last chunk. Pieces before `#next` have been read, but are retained, because removing them would
   * shift all others.
   */
  #pieces: Piece[] = [];
  #next = 0;
  #part = 0;
  #reading: Promise<boolean> | undefined;
  #isComplete = false;
  #isStopped = false;

  constructor(chunks: Chunks<Uint8Array>, boundary: string) {
    this.#chunks = chunks;
    this.#search = searchFor(`\r\n--${boundary}`, (part, bytes) => this.#pieces.push({ part, bytes }));
    // The first boundary of a form need not follow a line break.
    this.#search.write(LINE_BREAK);
  }

  /** The number of parts that have started. */
  get count(): number {
    return this.#part;
  }

  /** Skips the rest of the current part and reads the next head. Returns undefined after the last part. */
  async nextHead(): Promise<PartHead | undefined> {
    const next = this.#part + 1;
    for (;;) {
      const piece = await this.#nextPiece();
      if (piece === undefined) throw malformedForm('it ends before its last boundary');
      if (piece.part < next) continue;
      this.#part = next;
      if (piece.part > next) throw malformedForm('the headers of a part are incomplete');
      return this.#readHead(piece);
    }
  }

  /** Yields the content of the part whose head was read last. */
  async *body(): AsyncGenerator<Uint8Array, void, undefined> {
    const part = this.#part;
    while (this.#part === part && !this.#isStopped) {
      const piece = await this.#nextPiece();
      if (this.#isStopped) return;
      if (piece === undefined) throw malformedForm('it ends before its last boundary');
      if (piece.part > part) {
        this.#putBack(piece);
        return;
      }
      yield piece.bytes;
    }
  }

  /** Releases the stream. */
  stop(): void {
    this.#isStopped = true;
    this.#chunks.stop();
  }

  async #readHead(first: Piece): Promise<PartHead | undefined> {
    let length = 0;
    for (let piece: Piece | undefined = first; ; piece = await this.#nextPiece()) {
      if (piece === undefined) throw malformedForm('it ends before its last boundary');
      if (piece.part > this.#part) throw malformedForm('the headers of a part are incomplete');
      const { bytes } = piece;
      // The end of the headers may span two pieces.
      const from = Math.max(0, length - HEAD_END.length + 1);
      const room = MAX_HEAD - length;
      this.#head.set(room < bytes.length ? bytes.subarray(0, room) : bytes, length);
      const before = length;
      length = Math.min(MAX_HEAD, length + bytes.length);
      const head = this.#head.subarray(0, length);
      if (head[0] === DASH && head[1] === DASH) return this.#readEpilogue();
      const end = head.indexOf(HEAD_END, from);
      if (end !== -1) {
        const rest = bytes.subarray(end + HEAD_END.length - before);
        if (rest.length > 0) this.#putBack({ part: this.#part, bytes: rest });
        return parsePartHead(parsePartHeaders(head.subarray(0, end).toString('latin1')));
      }
      if (bytes.length > room) throw malformedForm(`the headers of a part are longer than ${MAX_HEAD} bytes`);
    }
  }

  /** Reads and discards the bytes after the last boundary, so that the connection remains usable. */
  async #readEpilogue(): Promise<undefined> {
    while ((await this.#nextPiece()) !== undefined);
  }

  async #nextPiece(): Promise<Piece | undefined> {
    while (this.#next === this.#pieces.length) {
      // A part's body and the loop over the parts may both wait for the same chunk.
      this.#reading ??= this.#readChunk().finally(() => (this.#reading = undefined));
      if (!(await this.#reading) && this.#next === this.#pieces.length) return undefined;
    }
    return this.#pieces[this.#next++];
  }

  /** Puts back a piece, which is then read next. */
  #putBack(piece: Piece): void {
    // Another reader may have started to read the next chunk in the meantime.
    if (this.#next === 0) this.#pieces.unshift(piece);
    else this.#pieces[--this.#next] = piece;
  }

  /** Reads the next chunk. Returns false at the end of the stream. */
  async #readChunk(): Promise<boolean> {
    if (this.#isComplete) return false;
    this.#pieces = [];
    this.#next = 0;
    const { done, value } = await this.#chunks.next();
    if (done !== true) this.#search.write(value);
    else {
      this.#isComplete = true;
      this.#search.end();
    }
    return !this.#isComplete;
  }
}

const DASH = 0x2d;
