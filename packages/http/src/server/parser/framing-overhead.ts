/**
 * Limit on the bytes that describe chunks, apart from their sizes. It applies to each chunk. The limit for all chunks
 * of a body together is this number plus the size of the body, whereas Node does not limit their total.
 */
const MAX_EXTENSIONS = 16_384;

/** Maximum number of bytes between two chunks without extensions: a size of up to 16 digits and two line breaks. */
const SIZE_LINE = 20;

/**
 * Counts the bytes of a message that belong neither to the headers nor to the body: chunk extensions, and leading zeros
 * of chunk sizes. llhttp does not report these bytes, so their number would otherwise be unlimited.
 */
export class FramingOverhead {
  #lastEnd = 0;
  /** Number of bytes after the last part of the body, in data that has already been parsed. */
  #gap = 0;
  #extensions = 0;
  #body = 0;
  #inTrailers = false;

  /** Starts counting after the last header. */
  start(at: number): void {
    this.#lastEnd = at;
    this.#gap = 0;
    this.#extensions = 0;
    this.#body = 0;
    this.#inTrailers = false;
  }

  /** Adds a part of the body. Returns false if a limit is exceeded, as the methods below do. */
  add(at: number, length: number): boolean {
    const isWithin = this.#close(at);
    this.#lastEnd = at + length;
    this.#body += length;
    return isWithin;
  }

  /** Ends the count, because trailers have their own limit. */
  startTrailers(at: number): boolean {
    if (this.#inTrailers) return true;
    this.#inTrailers = true;
    return this.#close(at);
  }

  /** Called with the end position of the data each time that data has been parsed. */
  advance(end: number): boolean {
    if (this.#inTrailers) return true;
    this.#gap += end - this.#lastEnd;
    this.#lastEnd = 0;
    return this.#isWithin(this.#gap);
  }

  #close(at: number): boolean {
    const gap = this.#gap + at - this.#lastEnd;
    this.#gap = 0;
    if (!this.#isWithin(gap)) return false;
    this.#extensions += Math.max(0, gap - SIZE_LINE);
    return true;
  }

  #isWithin(gap: number): boolean {
    return (
      gap - SIZE_LINE <= MAX_EXTENSIONS && this.#extensions + gap - SIZE_LINE <= MAX_EXTENSIONS + this.#body
    );
  }
}
