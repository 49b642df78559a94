import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import type { EventSink } from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from '../files/file-errors.ts';
import { printMessage } from '../process/standard-error.ts';

const WRITE_LIMIT = 5_000;
const RETRY_INTERVAL = 20;

/**
 * Returns a sink that writes each event immediately, so that a crash does not lose events. A regular file is truncated
 * by the first event, not when it is opened, because it may turn out to be an image that must be preserved.
 *
 * @param inputs the input files, none of which may be this file
 * @param writeLimit maximum time in milliseconds for which a full pipe may delay the writing of an event; afterwards,
 * events are no longer written
 * @throws UsageError
 */
export function createEventWriter(
  name: string,
  inputs: readonly string[],
  writeLimit: number = WRITE_LIMIT,
): EventSink {
  const opened = openForEvents(name, inputs);
  let file: number | undefined = opened;
  let fresh = fstatSync(opened).isFile();
  return (event) => {
    if (file === undefined) return;
    try {
      if (fresh) ftruncateSync(file);
      fresh = false;
      writeWhole(file, `${JSON.stringify(event)}\n`, writeLimit);
    } catch (error) {
      // If the disk with the event file is full, an installation onto another disk must continue.
      closeSync(file);
      file = undefined;
      printMessage(`events are no longer written to ${name}: ${describeEventError(error)}`);
    }
  };
}

function openForEvents(name: string, inputs: readonly string[]): number {
  const { O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  let file: number;
  try {
    // O_NONBLOCK: do not wait for the reader of a pipe, which may never start.
    file = openSync(name, O_CREAT | O_NONBLOCK | O_WRONLY, 0o600);
  } catch (error) {
    throw new UsageError(`--events: ${name} cannot be written: ${describeEventError(error)}`);
  }
  const entry = fstatSync(file);
  const isRead = inputs.some((input) => {
    const other = statSync(input, { throwIfNoEntry: false });
    return other !== undefined && other.ino === entry.ino && other.dev === entry.dev;
  });
  if (isRead || entry.isBlockDevice()) {
    closeSync(file);
    throw new UsageError(`--events: ${name} is ${isRead ? 'also an input of this command' : 'a disk'}`);
  }
  return file;
}

function describeEventError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENXIO' || code === 'EAGAIN' || code === 'EPIPE') return 'the pipe has no reader';
  return code === 'EISDIR' ? 'it is a folder' : describeWriteError(error);
}

/** Writes the whole text; waits for the reader of a full pipe within the limit. */
function writeWhole(file: number, text: string, writeLimit: number): void {
  const until = Date.now() + writeLimit;
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_INTERVAL);
    }
  }
}
