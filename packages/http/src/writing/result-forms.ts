import { isIterator } from '../protocol/chunks.ts';
import type { JsonMapper } from '../contract/json-mapper.ts';
import { assertLossless } from './lossy-json.ts';

/**
 * By the toolkit's mapper. Throws what the mapper does, and `TypeError` for what is no JSON, such as a function, or would
 * be lost, such as a `Map`.
 */
export function toJson(mapper: JsonMapper, result: unknown): string {
  const body = mapper.stringify(result);
  // Most results have no empty object in them and none like that of bytes, and are not looked through again. Another mapper may know more types.
  if (mapper === JSON && (result instanceof Error || body?.includes('{}') || body?.includes('{"0":')))
    assertLossless(result);
  if (body === undefined) throw new TypeError(`a result of type ${typeof result} cannot be written as JSON`);
  return body;
}

/** The result's own text, or its bytes; an object that has neither is a mistake of the route. */
export function resultText(result: unknown, contentType: string): string | Uint8Array {
  if (result === null) return '';
  if (result instanceof Uint8Array) return result;
  if (result instanceof ArrayBuffer) return new Uint8Array(result);
  const body = String(result);
  if (body === '[object Object]') {
    throw new TypeError(`an object without a text cannot be written as ${contentType}`);
  }
  return body;
}

/** What comes in parts: a stream, an async iterable, a generator, a `Blob` or `File`. Looking does not open it. */
export function isStreamed(result: unknown): result is StreamedResult {
  if (typeof result !== 'object' || result === null || isPlainObject(result)) return false;
  if (result instanceof Blob || result instanceof ReadableStream) return true;
  return Symbol.asyncIterator in result || isIterator(result);
}

export type StreamedResult = Blob | ReadableStream | AsyncIterable<unknown> | IterableIterator<unknown>;

/** Whether nothing but bytes and strings come. */
export function isByteSource(parts: StreamedResult): boolean {
  return parts instanceof Blob || ('readableObjectMode' in parts && parts.readableObjectMode === false);
}

/** Such an object is no stream or response; most results are one. */
export function isPlainObject(result: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(result);
  if (prototype === Object.prototype) return !Object.hasOwn(result, Symbol.asyncIterator);
  return Array.isArray(result);
}
