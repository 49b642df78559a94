import { bodyTooLarge, bodyTooSlow } from '../errors/body-errors.ts';
import type { BodyReceiver, BodySource } from './body-source.ts';
import type { Deadline, Deadlines } from './deadlines.ts';

/** Collects the body of a request. Fails if the body exceeds a limit or the client disconnects before its end. */
export class Collector implements Deadline, BodyReceiver {
  expiresAt = 0;
  readonly time: number;
  readonly body: Promise<Uint8Array>;
  readonly #source: BodySource;
  readonly #limit: number;
  readonly #deadlines: Deadlines;
  readonly #resolve: (body: Uint8Array) => void;
  readonly #reject: (error: Error) => void;
  /** The first chunk. Most bodies have only one. */
  #first: Uint8Array | undefined = undefined;
  #others: Uint8Array[] | undefined = undefined;
  #length = 0;
  #isDone = false;

  constructor(source: BodySource, limit: number, time: number, deadlines: Deadlines) {
    this.#source = source;
    this.#limit = limit;
    this.time = time;
    this.#deadlines = deadlines;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.body = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    deadlines.add(this);
    source.divert(this);
  }

  expire(): void {
    this.#fail(bodyTooSlow(this.time));
  }

  receive(part: Uint8Array): void {
    if (this.#isDone) return;
    this.#length += part.byteLength;
    if (this.#length > this.#limit) this.#fail(bodyTooLarge(this.#limit));
    else if (this.#first === undefined) this.#first = part;
    else (this.#others ??= []).push(part);
  }

  end(): void {
    if (this.#isDone) return;
    this.#finish();
    const first = this.#first ?? EMPTY;
    this.#resolve(this.#others === undefined ? first : Buffer.concat([first, ...this.#others]));
  }

  abort(error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    if (this.#isDone) return;
    this.#finish();
    this.#first = undefined;
    this.#others = undefined;
    // The transport reads and discards the rest of the body.
    this.#source.stopDiverting();
    this.#reject(error);
  }

  #finish(): void {
    this.#isDone = true;
    this.#deadlines.delete(this);
  }
}

const EMPTY = new Uint8Array();
