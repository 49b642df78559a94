import { isIterator } from '../protocol/chunks.ts';
import type { JsonMapper } from '../contract/json-mapper.ts';
import { resultName, type NamedRoute } from '../report/findings.ts';
import { assertLossless } from './lossy-json.ts';

/**
 * Serializes a result with the toolkit's mapper. Passes on the errors that the mapper throws. Throws `TypeError` for
 * values that JSON cannot represent, such as functions, or, with the default mapper, would silently lose, such as a
 * `Map`.
 */
export function toJson(mapper: JsonMapper, result: unknown): string {
  const body = mapper.stringify(result);
  // Custom mappers may support more types.
  if (mapper === JSON && (result instanceof Error || (body !== undefined && mayBeLossy(body))))
    assertLossless(result);
  if (body === undefined) throw new TypeError(`a result of type ${typeof result} cannot be written as JSON`);
  return body;
}

/**
 * Serializes the result of a route. If this fails because of the result, the error names the route, because no frame of
 * the handler is in its stack.
 */
export function toJsonOfRoute(mapper: JsonMapper, route: NamedRoute | undefined, result: unknown): string {
  try {
    return toJson(mapper, result);
  } catch (error) {
    if (route === undefined || !(error instanceof TypeError)) throw error;
    throw new TypeError(`${resultName(route)} cannot be written: ${error.message}`, { cause: error });
  }
}

/**
 * Whether JSON may contain an empty object or one that looks like bytes. Most JSON has no inner object, which is
 * checked first because a search for one character costs less.
 */
function mayBeLossy(json: string): boolean {
  if (json.indexOf('{', 1) === -1 && !json.startsWith('{}') && !json.startsWith('{"0":')) return false;
  return json.includes('{}') || json.includes('{"0":');
}

/** Converts a result to a string, or returns its bytes. Throws `TypeError` for an object without `toString`. */
export function resultText(result: unknown, contentType: string): string | Uint8Array {
  if (result === null) return '';
  if (result instanceof Uint8Array) return result;
  if (result instanceof ArrayBuffer) return new Uint8Array(result);
  const body = String(result);
  if (body === '[object Object]') {
    throw new TypeError(`an object without toString() cannot be written as ${contentType}`);
  }
  return body;
}

/**
 * Whether a result is streamed, as streams, async iterables, generators, `Blob` and `File` are. The check does not read
 * it.
 */
export function isStreamed(result: unknown): result is StreamedResult {
  if (typeof result !== 'object' || result === null || isPlainObject(result)) return false;
  if (result instanceof Blob || result instanceof ReadableStream) return true;
  return Symbol.asyncIterator in result || isIterator(result);
}

export type StreamedResult = Blob | ReadableStream | AsyncIterable<unknown> | IterableIterator<unknown>;

/** Whether a source certainly produces only bytes and strings. */
export function isByteSource(parts: StreamedResult): boolean {
  return parts instanceof Blob || ('readableObjectMode' in parts && parts.readableObjectMode === false);
}

/** Whether an object is plain or an array, so that it is neither a stream nor a response. This check is fast. */
export function isPlainObject(result: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(result);
  if (prototype === Object.prototype) return !Object.hasOwn(result, Symbol.asyncIterator);
  return Array.isArray(result);
}
