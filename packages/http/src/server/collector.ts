import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, bodyTooSlow } from '../errors/body-errors.ts';
import type { Deadline, Deadlines } from './deadlines.ts';
import { Incoming, type BodyReceiver } from './incoming.ts';

/** Collects the body of a `node:http` request within a size limit and a time limit. */
export class Collector implements Deadline, BodyReceiver {
  expiresAt = 0;
  readonly time: number;
  readonly body: Promise<Uint8Array>;
  readonly #request: IncomingMessage;
  readonly #limit: number;
  readonly #deadlines: Deadlines;
  readonly #resolve: (body: Uint8Array) => void;
  readonly #reject: (error: Error) => void;
  /** The first chunk; most bodies have only this one. */
  #first: Uint8Array | undefined = undefined;
  #others: Uint8Array[] | undefined = undefined;
  #length = 0;
  #isDone = false;

  constructor(request: IncomingMessage, limit: number, time: number, deadlines: Deadlines) {
    this.#request = request;
    this.#limit = limit;
    this.time = time;
    this.#deadlines = deadlines;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.body = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    deadlines.add(this);
    if (!(request instanceof Incoming && request.divert(this))) this.#listen();
  }

  /**
   * Reads from the stream if the server creates no `Incoming` requests, or part of the body has
   * already arrived.
   */
  #listen(): void {
    const request = this.#request;
    // If the client disconnects while sending, the stream emits 'error'.
    request.on('data', (part: Uint8Array) => this.receive(part));
    request.on('end', () => this.end());
    request.on('error', (error: Error) => this.abort(error));
    if (request.destroyed) this.abort(new Error('the client disconnected while sending the body'));
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
    // `drainUnreadBody` reads and discards the rest.
    if (this.#request instanceof Incoming) this.#request.stopDiverting();
    this.#reject(error);
  }

  #finish(): void {
    this.#isDone = true;
    this.#deadlines.delete(this);
  }
}

const EMPTY = new Uint8Array();
