/** A source of chunks that can be stopped at any time. */
export interface Chunks<T = unknown> {
  next(): Promise<IteratorResult<T, unknown>>;
  /** Releases the source; does not wait for a pending `next`. */
  stop(): void;
}

/** The chunks of a web stream, a Node stream, another async iterable or a generator; undefined for any other value. */
export function chunksOf(value: object): Chunks | undefined {
  if (value instanceof ReadableStream) {
    // Its own async iterator cannot be stopped while a read is under way.
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

/** A readable stream of node, as far as it matters here. */
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
 * The iterator of a Node stream releases nothing before its first chunk, nor while it waits for the next one. A later
 * error without a listener would end the process.
 */
export function destroyStream(stream: NodeStream): void {
  stream.on('error', () => {});
  stream.destroy();
}

/** Whether a value is the result of a generator function: unlike an array or a set, it can be read once. */
export function isIterator(value: object): value is IterableIterator<unknown> {
  return Symbol.iterator in value && 'next' in value && typeof value.next === 'function';
}

/** Errors of stopping have no effect any more. */
function ignoreRejection(promise: Promise<unknown> | undefined): void {
  promise?.catch(() => {});
}
