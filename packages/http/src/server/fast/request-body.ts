import type { Chunks } from '../../protocol/chunks.ts';
import type { BodyReceiver, BodySource } from '../body-source.ts';

/** Number of bytes of a body that may be buffered until the handler reads them. */
const MAX_BUFFERED = 65_536;

/** Pauses and resumes reading from a connection. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/** The body of a request while it arrives. */
export class RequestBody implements BodySource {
  /** Whether the last part has arrived. */
  isComplete = false;
  readonly #reading: Reading;
  /** The first part that has not been read. Most bodies have only one. */
  #first: Uint8Array | undefined = undefined;
  #others: Uint8Array[] | undefined = undefined;
  #buffered = 0;
  #receiver: BodyReceiver | undefined = undefined;
  #error: Error | undefined = undefined;
  /** Whether the rest of the body is dropped. */
  #isDropped = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  receive(part: Uint8Array): void {
    if (this.#isDropped) return;
    if (this.#receiver !== undefined) {
      this.#receiver.receive(part);
      return;
    }
    if (this.#first === undefined) this.#first = part;
    else (this.#others ??= []).push(part);
    this.#buffered += part.byteLength;
    if (this.#buffered >= MAX_BUFFERED) this.#pause();
  }

  end(): void {
    this.isComplete = true;
    this.#receiver?.end();
  }

  abort(error: Error): void {
    if (this.isComplete || this.#error !== undefined) return;
    this.#error = error;
    this.#receiver?.abort(error);
  }

  /** Returns the whole body if it has arrived and is not being read; otherwise undefined. */
  takeWhole(): Uint8Array | undefined {
    if (!this.isComplete || this.#receiver !== undefined) return undefined;
    if (this.#others !== undefined) return Buffer.concat(this.#take());
    const whole = this.#first ?? EMPTY;
    this.#first = undefined;
    this.#buffered = 0;
    return whole;
  }

  divert(receiver: BodyReceiver): void {
    this.#receiver = receiver;
    for (const part of this.#take()) receiver.receive(part);
    if (this.isComplete) receiver.end();
    else if (this.#error !== undefined) receiver.abort(this.#error);
    else this.#resume();
  }

  stopDiverting(): void {
    this.drop();
  }

  /** Drops the received parts and all further parts. */
  drop(): void {
    this.#isDropped = true;
    this.#receiver = undefined;
    this.#take();
    this.#resume();
  }

  /** Returns the chunks of the body. Data is received only while the caller awaits a chunk. */
  chunks(): Chunks<Uint8Array> {
    let waiting: PromiseWithResolvers<IteratorResult<Uint8Array, unknown>> | undefined;
    let hasEnded = false;
    const queue: Uint8Array[] = [];
    const settle = (): void => {
      if (waiting === undefined) return;
      const { resolve, reject } = waiting;
      const part = queue.shift();
      if (part !== undefined) resolve({ done: false, value: part });
      else if (this.#error !== undefined) reject(this.#error);
      else if (hasEnded) resolve({ done: true, value: undefined });
      else return;
      waiting = undefined;
      if (queue.length > 0) this.#pause();
    };
    const start = (): void =>
      this.divert({
        receive: (part) => {
          queue.push(part);
          if (waiting === undefined) this.#pause();
          else settle();
        },
        end: () => {
          hasEnded = true;
          settle();
        },
        abort: settle,
      });
    let hasStarted = false;
    return {
      next: () => {
        waiting = Promise.withResolvers();
        const { promise } = waiting;
        if (!hasStarted) {
          hasStarted = true;
          start();
        } else {
          settle();
          if (waiting !== undefined) this.#resume();
        }
        return promise;
      },
      stop: () => {
        queue.length = 0;
        if (!this.isComplete) this.drop();
      },
    };
  }

  /** A complete body may be read while the next request on the connection arrives, which must not be paused. */
  #pause(): void {
    if (!this.isComplete) this.#reading.pause();
  }

  #resume(): void {
    if (!this.isComplete) this.#reading.resume();
  }

  #take(): readonly Uint8Array[] {
    const first = this.#first;
    if (first === undefined) return NO_PARTS;
    const parts = [first, ...(this.#others ?? NO_PARTS)];
    this.#first = undefined;
    this.#others = undefined;
    this.#buffered = 0;
    return parts;
  }
}

const NO_PARTS: readonly Uint8Array[] = [];
const EMPTY = new Uint8Array();
