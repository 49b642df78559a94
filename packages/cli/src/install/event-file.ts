import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import type { EventSink } from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { describeWriteError } from '../files/file-errors.ts';

const WRITE_LIMIT = 5_000;
const RETRY_INTERVAL = 20;

/**
 * Writes each event at once, so that the file has everything up to a sudden end. What stood in it goes with the
 * first event: until then it may still turn out to be the image that was to be kept.
 *
 * @param inputs files that are read, none of which this one may be
 * @param writeLimit milliseconds that a reader who has stopped reading may hold up the installation, once
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
      // A full disk below the events is no reason to end an installation elsewhere.
      closeSync(file);
      file = undefined;
      process.stderr.write(`writ: no more events in ${name}: ${describeEventError(error)}\n`);
    }
  };
}

function openForEvents(name: string, inputs: readonly string[]): number {
  const { O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  let file: number;
  try {
    // Not to wait for the reader of a pipe, whom nobody may ever start.
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
    throw new UsageError(`--events: ${name} is ${isRead ? 'read by this very command' : 'a disk'}`);
  }
  return file;
}

function describeEventError(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENXIO' || code === 'EAGAIN' || code === 'EPIPE') return 'nobody reads it';
  return code === 'EISDIR' ? 'it is a folder' : describeWriteError(error);
}

/** A pipe takes what fits into it; for the rest its reader is waited for. */
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
