/** A source of chunks that can be stopped at any time. */
export interface Chunks<T = unknown> {
  next(): Promise<IteratorResult<T, unknown>>;
  /** Releases the source. Does not wait for a pending `next`. */
  stop(): void;
}

/**
 * Returns a source of the chunks of a web stream, Node stream, async iterable, or iterator, such as a generator.
 * Returns undefined for any other value.
 */
export function chunksOf(value: object): Chunks | undefined {
  if (value instanceof ReadableStream) {
    // A reader is used, because a stream's async iterator cannot be stopped during a read.
    const reader = (value as ReadableStream<unknown>).getReader();
    return {
      next: () => reader.read() as Promise<IteratorResult<unknown>>,
      stop: () => ignoreRejection(reader.cancel()),
    };
  }
  if (isIterator(value)) {
    return { next: async () => value.next(), stop: () => void value.return?.() };
  }
  if (!(Symbol.asyncIterator in value)) return undefined;
  const iterator = (value as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const next = (): Promise<IteratorResult<unknown>> => iterator.next();
  if (isNodeStream(value)) return { next, stop: () => destroyStream(value) };
  return { next, stop: () => ignoreRejection(iterator.return?.()) };
}

/** The members of readable Node streams that this module uses. */
export interface NodeStream {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
}

export function isNodeStream(value: object): value is NodeStream {
  return (
    Symbol.asyncIterator in value &&
    typeof (value as Partial<NodeStream>).destroy === 'function' &&
    typeof (value as Partial<NodeStream>).on === 'function'
  );
}

/**
 * Destroys a stream directly, because its iterator does not release the stream before the first chunk or while it waits
 * for a chunk. Ignores later errors, which would otherwise end the process.
 */
export function destroyStream(stream: NodeStream): void {
  stream.on('error', () => {});
  stream.destroy();
}

/** Whether a value is an iterator, such as the result of a generator function. An iterator can be read only once. */
export function isIterator(value: object): value is IterableIterator<unknown> {
  return Symbol.iterator in value && 'next' in value && typeof value.next === 'function';
}

/** Ignores errors that occur when a source is stopped. */
function ignoreRejection(promise: Promise<unknown> | undefined): void {
  promise?.catch(() => {});
}
