import { Dicer } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { chunksOf, type Chunks } from '../exchange/chunks.ts';
import { formTooLarge, malformedForm } from './form-errors.ts';
import { headOf, type PartHead } from './part-head.ts';

/** A part of a multipart form, as it arrives. */
export interface Part extends PartHead {
  /** Read it before you ask for the next part; what is left of it then is skipped. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The bytes that the headers of a part may have. */
const MAX_HEAD = 16 * 1024;

/**
 * The parts of a form, one by one. Throws `HttpError` 400 for what is no such form, 413 past `maxParts` parts, and what
 * the stream throws.
 */
export async function* partsIn(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
  maxParts: number,
): AsyncGenerator<Part, void, undefined> {
  const reading = new Reading(chunksOf(stream) as Chunks<Uint8Array>, boundary, maxParts);
  try {
    for (let part = await reading.next(); part !== undefined; part = await reading.next()) {
      yield part.part;
      part.stream.resume();
    }
  } finally {
    reading.stop(undefined);
  }
}

interface Found {
  readonly part: Part;
  readonly stream: Readable;
}

/** Dicer finds the parts; this feeds it no faster than they are read. */
class Reading {
  readonly #chunks: Chunks<Uint8Array>;
  readonly #dicer: Dicer;
  readonly #maxParts: number;
  readonly #found: Found[] = [];
  #count = 0;
  /** The part under way. */
  #stream: Readable | undefined;
  /** The bytes of its headers so far; undefined once they are complete. */
  #head: number | undefined;
  #over = false;
  #failure: unknown;
  #wake: () => void = () => {};

  constructor(chunks: Chunks<Uint8Array>, boundary: string, maxParts: number) {
    this.#chunks = chunks;
    this.#maxParts = maxParts;
    const config = { boundary, maxHeaderPairs: 64, maxHeaderSize: MAX_HEAD };
    this.#dicer = new Dicer(config)
      .on('part', (stream) => this.#begin(stream))
      .on('finish', () => this.#end())
      .on('error', () => this.stop(malformedForm('it ends before its last boundary')));
    this.#feed().catch((error: unknown) => this.stop(error));
  }

  /** Undefined after the last. */
  async next(): Promise<Found | undefined> {
    for (;;) {
      const found = this.#found.shift();
      if (found !== undefined) return found;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#over) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** With a reason, whoever reads a part is told. */
  stop(failure: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#failure = failure;
    this.#chunks.stop();
    this.#stream?.destroy();
    this.#dicer.destroy();
    this.#wake();
  }

  async #feed(): Promise<void> {
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) {
      if (this.#over) return;
      const { value } = next;
      if (this.#head !== undefined && (this.#head += value.byteLength) > MAX_HEAD + value.byteLength) {
        throw malformedForm(`the headers of a part are longer than ${MAX_HEAD} bytes`);
      }
      // After the last boundary there may be more, which nobody reads.
      if (!this.#dicer.writable) continue;
      await new Promise<void>((resolve, reject) => {
        this.#dicer.write(value, (error) => (error ? reject(error) : resolve()));
      });
    }
    if (this.#dicer.writable) this.#dicer.end();
  }

  #begin(stream: Readable): void {
    stream.on('error', () => {});
    this.#demandHead();
    this.#count += 1;
    if (this.#count > this.#maxParts) {
      this.stop(formTooLarge(`a form has at most ${this.#maxParts} parts here`));
      return;
    }
    this.#stream = stream;
    this.#head = 0;
    stream.on('header', (headers: Record<string, string[]>) => {
      this.#head = undefined;
      if (this.#over) return;
      try {
        this.#found.push({ part: { ...headOf(headers), body: this.#bodyOf(stream) }, stream });
      } catch (error) {
        this.stop(error);
      }
      this.#wake();
    });
  }

  /** A part that ended before its headers did would otherwise be skipped in silence. */
  #demandHead(): void {
    if (this.#head !== undefined) this.stop(malformedForm('the headers of a part have no end'));
  }

  #end(): void {
    this.#demandHead();
    this.#over = true;
    this.#wake();
  }

  async *#bodyOf(stream: Readable): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const chunk of stream) yield chunk as Uint8Array;
    } catch (error) {
      // Dicer's own error and that of a destroyed stream say less.
      throw this.#failure ?? error;
    }
  }
}
