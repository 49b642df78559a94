/** Something that gives its parts one by one, and can be told to stop at any time. */
export interface Chunks<T = unknown> {
  next(): Promise<IteratorResult<T, unknown>>;
  /** Frees what it holds; does not wait for a `next` under way. */
  stop(): void;
}

/** Of a web stream, a Node stream, another async iterable or a generator; undefined for anything else. */
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
 * The iterator of such a stream frees nothing before its first part, nor while it waits for the next one. An error that
 * comes afterwards would end the process: nothing handles it.
 */
export function destroyStream(stream: NodeStream): void {
  stream.on('error', () => {});
  stream.destroy();
}

/** What a generator function gives: it can be read once, unlike an array or a set. */
export function isIterator(value: object): value is IterableIterator<unknown> {
  return Symbol.iterator in value && 'next' in value && typeof value.next === 'function';
}

/** What goes wrong while stopping helps nobody any more. */
function ignoreRejection(promise: Promise<unknown> | undefined): void {
  promise?.catch(() => {});
}
