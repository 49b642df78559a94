import type { IncomingMessage } from 'node:http';
import { tooLarge, tooSlow } from '../errors/too-large.ts';
import { Later } from '../exchange/later.ts';
import type { Deadline, Deadlines } from './deadlines.ts';

/** Takes the whole body of a request of node:http, within a limit of bytes and of milliseconds. */
export class Collector implements Deadline {
  slot = -1;
  at = 0;
  readonly time: number;
  readonly #limit: number;
  readonly #deadlines: Deadlines;
  readonly #whole = new Later<Uint8Array>();
  /** Most bodies come in one. */
  #first: Uint8Array | undefined = undefined;
  #others: Uint8Array[] | undefined = undefined;
  #length = 0;
  #over = false;

  private constructor(limit: number, time: number, deadlines: Deadlines) {
    this.#limit = limit;
    this.time = time;
    this.#deadlines = deadlines;
  }

  static collect(
    request: IncomingMessage,
    limit: number,
    time: number,
    deadlines: Deadlines,
  ): PromiseLike<Uint8Array> {
    const collector = new Collector(limit, time, deadlines);
    deadlines.add(collector);
    // The listeners stay where they are: taking them off costs more than reading a small body. A client that goes away
    // while sending is an error to node as soon as somebody listens to it.
    request.on('data', (part: Uint8Array) => collector.#take(part));
    request.on('end', () => collector.#end());
    request.on('error', (error: Error) => collector.#fail(error));
    if (request.destroyed) collector.#fail(new Error('the client went away while sending the body'));
    return collector.#whole;
  }

  late(): void {
    this.#fail(tooSlow(this.time));
  }

  #take(part: Uint8Array): void {
    if (this.#over) return;
    this.#length += part.byteLength;
    if (this.#length > this.#limit) this.#fail(tooLarge(this.#limit));
    else if (this.#first === undefined) this.#first = part;
    else (this.#others ??= []).push(part);
  }

  #end(): void {
    if (this.#over) return;
    this.#finish();
    const first = this.#first ?? NOTHING;
    this.#whole.resolve(this.#others === undefined ? first : Buffer.concat([first, ...this.#others]));
  }

  #fail(error: Error): void {
    if (this.#over) return;
    this.#finish();
    this.#first = undefined;
    this.#others = undefined;
    this.#whole.reject(error);
  }

  #finish(): void {
    this.#over = true;
    this.#deadlines.delete(this);
  }
}

const NOTHING = new Uint8Array();
