import { skipClass, startsWith, TARGET } from './common-bytes.ts';
import { isRepeated, readCommonFields, type CommonFields } from './common-fields.ts';
import { HEAD_FLAGS } from './head-flags.ts';
import { INPUT_SIZE } from './llhttp.ts';
import type { LlhttpParser } from './llhttp-parser.ts';
import { RequestHead } from './request-head.ts';
import type { ParseFailure, RequestParser, RequestReceiver } from './request-parser.ts';

/** Request methods, the most frequent ones first. */
const METHODS: readonly string[] = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH'];
const VERSION = ' HTTP/1.1\r\n';
const SPACE = 32;
const SLASH = 47;

/** Maximum size of the chunk of data that retained headers keep in memory. */
const MAX_RETAINED = 4_096;

/**
 * Parses common requests without llhttp, because calling llhttp takes longer (figures: docs/performance.md), and passes
 * all other data to llhttp. A request is common if all of it is in one chunk of data, and if it uses only a small part
 * of the syntax that llhttp accepts: `fast-parser.fuzz.test.ts` verifies that nothing else is accepted.
 *
 * Clients usually send the same headers with each request on a connection, so headers are parsed only if they differ
 * from the previous ones.
 */
export class CommonRequestParser implements RequestParser {
  readonly #llhttp: LlhttpParser;
  readonly #receiver: RequestReceiver;
  readonly #maxSize: number;
  /** The headers of the previous request. */
  #retained: CommonFields | undefined = undefined;

  /**
   * @param llhttp the parser for other data, with the same receiver
   * @param maxSize limit on the number of bytes of a head
   */
  constructor(llhttp: LlhttpParser, receiver: RequestReceiver, maxSize: number) {
    this.#llhttp = llhttp;
    this.#receiver = receiver;
    this.#maxSize = Math.min(maxSize, INPUT_SIZE);
  }

  get failure(): ParseFailure | undefined {
    return this.#llhttp.failure;
  }

  get isInside(): boolean {
    return this.#llhttp.isInside;
  }

  free(): void {
    this.#llhttp.free();
  }

  execute(chunk: Buffer, start: number): number {
    if (this.#llhttp.isBetweenRequests) {
      const end = this.#parse(chunk, start);
      if (end > start) return end;
    }
    return this.#llhttp.execute(chunk, start);
  }

  /** Parses a common request and returns its end. Returns `start` if the request is not common. */
  #parse(chunk: Buffer, start: number): number {
    const method = methodAt(chunk, start);
    if (method === undefined) return start;
    const targetStart = start + method.length + 1;
    const limit = Math.min(chunk.length, start + this.#maxSize);
    if (chunk[targetStart] !== SLASH) return start;
    const targetEnd = skipClass(chunk, targetStart, limit, TARGET);
    if (!startsWith(chunk, targetEnd, VERSION)) return start;
    const fieldsStart = targetEnd + VERSION.length;
    const common = this.#readFields(chunk, fieldsStart, limit);
    if (common === undefined) return start;
    const { fields, bodyLength } = common;
    const bodyStart = fieldsStart + common.end - common.start;
    const end = bodyStart + bodyLength;
    if (end > Math.min(chunk.length, start + INPUT_SIZE)) return start;
    const receiver = this.#receiver;
    const flags = fields.flags | HEAD_FLAGS.keepAlive;
    const target = chunk.toString('latin1', targetStart, targetEnd);
    receiver.onHead(new RequestHead(method, target, 1, flags, fields));
    if (bodyLength > 0) receiver.onBody(chunk.subarray(bodyStart, end));
    receiver.onEnd();
    return end;
  }

  #readFields(chunk: Buffer, start: number, limit: number): CommonFields | undefined {
    const retained = this.#retained;
    if (retained !== undefined && isRepeated(retained, chunk, start, limit)) return retained;
    const read = readCommonFields(chunk, start, limit);
    if (read !== undefined && chunk.buffer.byteLength <= MAX_RETAINED) this.#retained = read;
    return read;
  }
}

/** Returns the method at the beginning of a request line, if it is one of {@link METHODS}. */
function methodAt(bytes: Uint8Array, start: number): string | undefined {
  for (const method of METHODS) {
    if (startsWith(bytes, start, method) && bytes[start + method.length] === SPACE) return method;
  }
  return undefined;
}
