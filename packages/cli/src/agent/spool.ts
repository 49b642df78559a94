import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  fstatSync,
  writeSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { NumberedEvent } from './protocol.ts';

/** Maximum number and size of the events in one batch. */
const BATCH_EVENTS = 500;
const BATCH_BYTES = 256 * 1024;
/** Maximum size of one event in bytes; the text of a longer one is cut. */
const EVENT_BYTES = 64 * 1024;
const READ_BYTES = 64 * 1024;

/** The name of the file with the events of a run. */
export const SPOOL_NAME: RegExp = /^events-\d+\.jsonl$/;

/** The position of an event in the file. */
interface Position {
  /** The number of the event. */
  readonly number: number;
  readonly offset: number;
}

/**
 * The events of a run that the service has not yet stored, in a file: one event a line, numbered from 1. After a kill, the
 * file continues with the next number.
 */
export class Spool {
  readonly #descriptor: number;
  /** Where the next event begins. */
  #end: Position;
  /** The position of the last event that a reader has found. */
  #read: Position = { number: 1, offset: 0 };

  private constructor(descriptor: number, end: Position) {
    this.#descriptor = descriptor;
    this.#end = end;
  }

  /** Opens the file of a run, and deletes those of other runs. */
  static open(folder: string, run: number): Spool {
    const name = `events-${run}.jsonl`;
    Spool.clear(folder, name);
    const descriptor = openSync(join(folder, name), 'a+', 0o600);
    const end = findEnd(descriptor);
    // An event that was being written during a kill is incomplete.
    ftruncateSync(descriptor, end.offset);
    return new Spool(descriptor, end);
  }

  /** Deletes the files of all runs, except for the one with this name. */
  static clear(folder: string, except?: string): void {
    for (const name of readdirSync(folder))
      if (SPOOL_NAME.test(name) && name !== except) rmSync(join(folder, name), { force: true });
  }

  /** The number of the last event. */
  get last(): number {
    return this.#end.number - 1;
  }

  /** Adds an event. */
  add(event: { readonly type: string }): void {
    const { number, offset } = this.#end;
    const line = Buffer.from(`${JSON.stringify(shorten({ ...event, number }))}\n`);
    writeSync(this.#descriptor, line);
    this.#end = { number: number + 1, offset: offset + line.length };
  }

  /** Returns the events after a number, as many as fit into one batch. */
  after(number: number): NumberedEvent[] {
    if (number + 1 < this.#read.number) this.#read = { number: 1, offset: 0 };
    const events: NumberedEvent[] = [];
    let size = 0;
    for (const { line, offset } of lines(this.#descriptor, this.#read.offset, this.#end.offset)) {
      const current = this.#read.number;
      if (current > number) {
        size += Buffer.byteLength(line);
        if (events.length === BATCH_EVENTS || (size > BATCH_BYTES && events.length > 0)) return events;
        const { type } = JSON.parse(line) as { type: string };
        events.push({ number: current, type, data: line });
      }
      // The next call continues here, unless the service lacks these events.
      this.#read = { number: current + 1, offset };
    }
    return events;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function findEnd(descriptor: number): Position {
  let end: Position = { number: 1, offset: 0 };
  for (const { offset } of lines(descriptor, 0, fstatSync(descriptor).size))
    end = { number: end.number + 1, offset };
  return end;
}

/** Yields the complete lines from one offset to another, each with the offset of the next one. */
function* lines(
  descriptor: number,
  from: number,
  to: number,
): Generator<{ readonly line: string; readonly offset: number }> {
  let rest = Buffer.alloc(0);
  let start = from;
  for (let at = from; at < to;) {
    const chunk = Buffer.alloc(Math.min(READ_BYTES, to - at));
    const count = readSync(descriptor, chunk, 0, chunk.length, at);
    if (count === 0) return;
    at += count;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let index = rest.indexOf(10); index >= 0; index = rest.indexOf(10)) {
      start += index + 1;
      const line = rest.toString('utf8', 0, index);
      rest = rest.subarray(index + 1);
      yield { line, offset: start };
    }
  }
}

/** Cuts the text of an event that is too long for the service. */
function shorten(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const size = Buffer.byteLength(JSON.stringify(event));
  if (size <= EVENT_BYTES) return event;
  const { type, number, id, time, text } = event;
  const cut = typeof text === 'string' ? { text: `${text.slice(0, EVENT_BYTES / 8)} …` } : {};
  return { type, number, id, time, ...cut };
}
