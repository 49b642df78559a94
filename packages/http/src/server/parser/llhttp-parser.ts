import {
  INPUT_SIZE,
  OK,
  PAUSED,
  PAUSED_UPGRADE,
  UPGRADED,
  USER_ERROR,
  type Llhttp,
  type LlhttpCallbacks,
} from './llhttp.ts';
import { METHODS } from './llhttp-methods.ts';
import { FramingOverhead } from './framing-overhead.ts';
import { HEAD_FLAGS } from './head-flags.ts';
import { HeaderFields } from './header-fields.ts';
import { RequestHead } from './request-head.ts';
import type { ParseFailure, RequestParser, RequestReceiver } from './request-parser.ts';

/** Default limit on the total number of characters in the target and in all header names and values, as in Node. */
export const MAX_HEADERS_SIZE = 16_384;
/**
 * Maximum number of headers. A request with more headers is rejected, whereas Node ignores the headers above its limit.
 */
export const MAX_HEADERS = 1_000;
/**
 * Number of received bytes that are permitted for each counted character, if a head arrives in several chunks. There
 * can be more bytes than counted characters, because llhttp does not report spaces around values.
 */
const TEXT_PER_SIZE = 4;

const NOTHING = 0;
const TARGET = 1;
const NAME = 2;
const VALUE = 3;

/** A request parser that uses llhttp, Node's parser. */
export class LlhttpParser implements RequestParser, LlhttpCallbacks {
  failure: ParseFailure | undefined = undefined;
  readonly #llhttp: Llhttp;
  readonly #receiver: RequestReceiver;
  readonly #pointer: number;
  readonly #maxSize: number;
  readonly #overhead: FramingOverhead = new FramingOverhead();
  #isFree = false;
  /** Whether llhttp is paused, as it is after each request. */
  #isPaused = false;
  /** The kind of characters that the last callback received. */
  #last = NOTHING;
  /**
   * Position of the head's first character in the data. It is negative if an earlier chunk contained this character.
   */
  #origin = 0;
  /** The beginning of a head that has arrived only in part. */
  #text = '';
  #savedSpans: readonly number[] | undefined = undefined;
  /** Number of positions recorded in `llhttp.spans`. */
  #count = 0;
  /** Number of characters that count towards the limit on headers or trailers. */
  #size = 0;
  #hasBegun = false;
  #isHeadDone = false;
  #isComplete = false;
  #isPersistent = false;
  /** Whether llhttp accepts another request after the previous one. It does not if a trailer announces the end. */
  #acceptsNext = true;
  #isUpgrade = false;
  /** Whether the receiver has switched the connection to another protocol. */
  #isUpgraded = false;
  /** The head of a request for another protocol, which is created earlier than other heads. */
  #head: RequestHead | undefined = undefined;
  /** Whether data immediately follows an upgrade request that was answered as HTTP. The parser rejects this data. */
  #isLeftover = false;
  #data: Buffer = EMPTY;
  /** The first part of the body in the data. Most bodies have only one. */
  #part: Uint8Array | undefined = undefined;
  #otherParts: Uint8Array[] | undefined = undefined;

  /** @param maxSize limit on the total number of characters in the target and in all header names and values */
  constructor(llhttp: Llhttp, receiver: RequestReceiver, maxSize: number = MAX_HEADERS_SIZE) {
    this.#llhttp = llhttp;
    this.#maxSize = maxSize;
    this.#receiver = receiver;
    this.#pointer = llhttp.allocate();
  }

  get isInside(): boolean {
    return this.#hasBegun;
  }

  /** Whether the next data may begin a request. */
  get isBetweenRequests(): boolean {
    return (
      !this.#hasBegun && this.#acceptsNext && !this.#isLeftover && !this.#isFree && this.failure === undefined
    );
  }

  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#llhttp.exports.llhttp_free(this.#pointer);
  }

  execute(chunk: Buffer, start: number): number {
    if (this.failure !== undefined || this.#isFree) return chunk.length;
    if (this.#isLeftover) return this.#stop('bad-request', chunk);
    const isWhole = start === 0 && chunk.length <= INPUT_SIZE;
    const data = isWhole ? chunk : chunk.subarray(start, start + INPUT_SIZE);
    this.#data = data;
    this.#restore();
    const wasHeadDone = this.#isHeadDone;
    const end = this.#run(data);
    this.#data = EMPTY;
    if (this.failure === undefined && this.isInside && this.#isHeadDone) {
      if (!this.#overhead.advance(end)) this.failure = 'extensions-too-large';
    }
    if (this.failure !== undefined && !this.#isHeadDone) return chunk.length;
    if (this.#isHeadDone && !wasHeadDone) {
      const head = this.#head ?? this.#takeHead(data);
      this.#head = undefined;
      if (head.has(HEAD_FLAGS.invalid)) return this.#stop('bad-request', chunk);
      this.#receiver.onHead(head);
    } else if (!this.#isHeadDone) this.#save(data);
    this.#deliverParts();
    if (this.failure !== undefined) return chunk.length;
    if (this.#isComplete) this.#finish(start + end < chunk.length);
    return start + end;
  }

  onBegin(): number {
    this.#hasBegun = true;
    return OK;
  }

  onTarget(at: number, length: number): number {
    const { spans } = this.#llhttp;
    if (this.#last === NOTHING) {
      this.#origin = at;
      spans[0] = 0;
      this.#count = 2;
      this.#last = TARGET;
    }
    spans[1] = at - this.#origin + length;
    return this.#add(length);
  }

  onName(at: number, length: number): number {
    if (this.#isHeadDone) {
      if (!this.#overhead.startTrailers(at)) return this.#fail('extensions-too-large');
      return this.#add(length);
    }
    const { spans } = this.#llhttp;
    if (this.#last !== NAME) {
      if (this.#count >= 2 + 4 * MAX_HEADERS) return this.#fail('headers-too-large');
      spans[this.#count] = at - this.#origin;
      this.#count += 2;
      this.#last = NAME;
    }
    spans[this.#count - 1] = at - this.#origin + length;
    return this.#add(length);
  }

  onValue(at: number, length: number): number {
    if (this.#isHeadDone) return this.#add(length);
    const { spans } = this.#llhttp;
    if (this.#last !== VALUE) {
      spans[this.#count] = at - this.#origin;
      this.#count += 2;
      this.#last = VALUE;
    } else if (length > 0 && spans[this.#count - 1] !== at - this.#origin) {
      // The value continues on another line. RFC 9112 permits servers to reject it.
      return this.#fail('bad-request');
    }
    spans[this.#count - 1] = at - this.#origin + length;
    return this.#add(length);
  }

  onHeadersComplete(upgrade: boolean, isPersistent: boolean): number {
    this.#isHeadDone = true;
    this.#isPersistent = isPersistent;
    this.#isUpgrade = upgrade;
    this.#size = 0;
    this.#overhead.start(this.#origin + this.#llhttp.spans[this.#count - 1]!);
    if (!upgrade) return OK;
    this.#head = this.#takeHead(this.#data);
    this.#isUpgraded = !this.#head.has(HEAD_FLAGS.invalid) && this.#receiver.acceptsUpgrade(this.#head);
    return this.#isUpgraded ? UPGRADED : OK;
  }

  onBodyPart(at: number, length: number): number {
    if (!this.#overhead.add(at, length)) return this.#fail('extensions-too-large');
    const part = this.#data.subarray(at, at + length);
    if (this.#part === undefined) this.#part = part;
    else (this.#otherParts ??= []).push(part);
    return OK;
  }

  onComplete(): number {
    this.#isComplete = true;
    return PAUSED;
  }

  /** Runs llhttp and returns the position at which it stopped. */
  #run(data: Buffer): number {
    const { exports } = this.#llhttp;
    this.#llhttp.load(data);
    if (this.#isPaused) {
      this.#isPaused = false;
      exports.llhttp_resume(this.#pointer);
    }
    let result = this.#llhttp.execute(this.#pointer, data.length, this);
    if (result === PAUSED_UPGRADE && !this.#isComplete) {
      // The previous request asked for another protocol but was answered as HTTP.
      exports.llhttp_resume_after_upgrade(this.#pointer);
      result = this.#llhttp.execute(this.#pointer, data.length, this);
    }
    if (result === OK) return data.length;
    if (result === PAUSED) {
      this.#isPaused = true;
      return this.#llhttp.position(this.#pointer);
    }
    this.failure ??= 'bad-request';
    return data.length;
  }

  #takeHead(data: Buffer): RequestHead {
    const { spans } = this.#llhttp;
    const last = spans[this.#count - 1]!;
    const from = Math.max(this.#origin, 0);
    const text = this.#text + data.toString('latin1', from, Math.max(this.#origin + last, from));
    const { exports } = this.#llhttp;
    const method = METHODS[exports.llhttp_get_method(this.#pointer)]!;
    const major = exports.llhttp_get_http_major(this.#pointer);
    const minor = major === 1 ? exports.llhttp_get_http_minor(this.#pointer) : 0;
    const fields = new HeaderFields(text, spans.slice(2, this.#count));
    const flags = fields.flags | (this.#isUpgrade ? HEAD_FLAGS.upgrade : 0);
    const isKept = this.#isPersistent && (flags & HEAD_FLAGS.close) === 0;
    const target = text.slice(0, spans[1]);
    return new RequestHead(method, target, minor, isKept ? flags | HEAD_FLAGS.keepAlive : flags, fields);
  }

  /** Stores the beginning of a head until the rest of the head arrives. */
  #save(data: Buffer): void {
    if (this.#last === NOTHING) return;
    this.#text += data.toString('latin1', Math.max(this.#origin, 0), data.length);
    this.#savedSpans = this.#llhttp.spans.slice(0, this.#count);
    if (this.#text.length > TEXT_PER_SIZE * this.#maxSize) this.failure = 'headers-too-large';
  }

  #restore(): void {
    if (this.#savedSpans === undefined) return;
    for (let index = 0; index < this.#count; index += 1) {
      this.#llhttp.spans[index] = this.#savedSpans[index]!;
    }
    this.#savedSpans = undefined;
    this.#origin = -this.#text.length;
  }

  #deliverParts(): void {
    const first = this.#part;
    if (first === undefined) return;
    this.#part = undefined;
    this.#receiver.onBody(first);
    const others = this.#otherParts;
    if (others === undefined) return;
    this.#otherParts = undefined;
    for (const part of others) this.#receiver.onBody(part);
  }

  #finish(hasMore: boolean): void {
    this.#isLeftover = this.#isUpgrade && hasMore && !this.#isUpgraded;
    this.#acceptsNext = this.#llhttp.exports.llhttp_should_keep_alive(this.#pointer) !== 0;
    this.#last = NOTHING;
    this.#hasBegun = false;
    this.#text = '';
    this.#count = 0;
    this.#size = 0;
    this.#isHeadDone = false;
    this.#isComplete = false;
    this.#receiver.onEnd();
  }

  /** Counts characters of headers or trailers. Like Node, rejects them as soon as their number reaches the limit. */
  #add(length: number): number {
    this.#size += length;
    return this.#size >= this.#maxSize ? this.#fail('headers-too-large') : OK;
  }

  #fail(failure: ParseFailure): number {
    this.failure = failure;
    return USER_ERROR;
  }

  #stop(failure: ParseFailure, chunk: Buffer): number {
    this.failure = failure;
    return chunk.length;
  }
}

const EMPTY: Buffer = Buffer.alloc(0);
