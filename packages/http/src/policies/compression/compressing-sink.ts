import type { ResponseSink } from '../../contract/response-sink.ts';
import { flatValue, replaceFlat, withVary, withWeakTag } from '../../protocol/flat-headers.ts';
import { mayCompress } from './compressible.ts';
import { createCompressor, flushCompressor, type Compressor, type ContentCoding } from './compressors.ts';

/** The options, and the properties of the request that affect compression. */
export interface CompressionSettings {
  /** The codings that the client accepts, in order of preference. */
  readonly codings: readonly ContentCoding[];
  /** Size in bytes below which bodies are not compressed. */
  readonly minSize: number;
  readonly types: (mediaType: string) => boolean;
  readonly isHead: boolean;
  /** Whether an inner filter has disabled compression. */
  readonly isDisabled: () => boolean;
}

/** Compresses a response if {@link mayCompress} permits it, the client accepts a coding, and it is not disabled. */
export class CompressingSink implements ResponseSink {
  readonly #next: ResponseSink;
  readonly #settings: CompressionSettings;
  #compressor: Compressor | undefined = undefined;
  /** Called after each chunk is written to the compressor. */
  #onWritten: () => void = () => {};

  constructor(next: ResponseSink, settings: CompressionSettings) {
    this.#next = next;
    this.#settings = settings;
  }

  send(status: number, headers: string[], body: string | Uint8Array | undefined): void {
    const size = body === undefined ? undefined : Buffer.byteLength(body);
    const { head, coding } = this.#prepare(status, headers, size);
    if (coding === undefined || body === undefined) {
      this.#next.send(status, head, body);
      return;
    }
    if (this.#settings.isHead) {
      // The length of the compressed body is unknown.
      this.#next.start(status, head);
      this.#next.end();
      return;
    }
    const parts: Uint8Array[] = [];
    createCompressor(coding)
      .on('data', (part: Uint8Array) => parts.push(part))
      .on('error', () => this.#next.send(status, headers, body))
      .on('end', () => this.#next.send(status, head, Buffer.concat(parts)))
      .end(body);
  }

  start(status: number, headers: string[]): void {
    const length = flatValue(headers, 'content-length');
    const { head, coding } = this.#prepare(
      status,
      headers,
      length === undefined ? undefined : Number(length),
    );
    this.#next.start(status, head);
    if (coding !== undefined && !this.#settings.isHead) this.#stream(coding, length === undefined);
  }

  /** Compresses the chunks as they are written. If `isLive` is true, the client must receive them without delay. */
  #stream(coding: ContentCoding, isLive: boolean): void {
    const compressor = createCompressor(coding);
    compressor
      .on('data', (part: Uint8Array) => {
        const drained = this.#next.write(part);
        if (drained === undefined) return;
        compressor.pause();
        void drained.then(() => compressor.resume());
      })
      .on('error', () => this.#next.abort())
      .on('end', () => this.#next.end());
    this.#compressor = compressor;
    if (isLive) this.#flushWhenIdle(compressor, coding);
  }

  /** Flushes only once after chunks that are written together, because each flush makes the body longer. */
  #flushWhenIdle(compressor: Compressor, coding: ContentCoding): void {
    let isScheduled = false;
    const flush = (): void => {
      isScheduled = false;
      if (!compressor.writableEnded && !compressor.destroyed) flushCompressor(compressor, coding);
    };
    this.#onWritten = () => {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    };
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    const compressor = this.#compressor;
    if (compressor === undefined) return this.#next.write(chunk);
    // A destroyed stream never emits `drain`.
    if (compressor.destroyed) return undefined;
    const hasRoom = compressor.write(chunk);
    this.#onWritten();
    if (hasRoom) return undefined;
    return new Promise((resolve) => {
      const settle = (): void => {
        compressor.off('drain', settle).off('close', settle);
        resolve();
      };
      compressor.on('drain', settle).on('close', settle);
    });
  }

  end(): void {
    if (this.#compressor === undefined) this.#next.end();
    else this.#compressor.end();
  }

  abort(): void {
    this.#compressor?.destroy();
    this.#next.abort();
  }

  /** Returns the headers to send, and the coding if the body must be compressed. */
  #prepare(
    status: number,
    headers: readonly string[],
    size: number | undefined,
  ): { readonly head: string[]; readonly coding: ContentCoding | undefined } {
    const { codings, isDisabled } = this.#settings;
    const [coding] = codings;
    const uncoded = { head: [...headers], coding: undefined };
    if (isDisabled()) return uncoded;
    if (status === 304) {
      // If the 200 response was compressed, its ETag was weak. Whether it was compressed is unknown here.
      const tagged = coding === undefined ? uncoded.head : withWeakTag(headers);
      return { head: withVary(tagged, 'accept-encoding'), coding: undefined };
    }
    if (!mayCompress(status, headers, size, this.#settings)) return uncoded;
    const varied = withVary(headers, 'accept-encoding');
    if (coding === undefined) return { head: varied, coding };
    const coded = replaceFlat(varied, ['content-length', 'accept-ranges'], 'content-encoding', coding);
    return { head: withWeakTag(coded), coding };
  }
}
