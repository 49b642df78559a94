import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EventSink, InstallEvent } from '../event.ts';
import { truncateTornLine } from '../torn-line.ts';
import { formatLogLine } from './log-line.ts';

/** Records all events: at first in memory, and after `open` in files that remain if the run is killed. */
export interface EventRecorder {
  readonly sink: EventSink;
  /** Starts appending to the files in this folder, which an earlier run may have created. */
  open(folder: string): Promise<void>;
  close(): void;
}

/** File names of the events and the log. */
export const EVENTS = 'events.jsonl';
export const LOG = 'log';

/**
 * Creates a recorder. If writing fails, for example because the disk of the record is full, recording stops and
 * the installation continues.
 */
export function createRecorder(): EventRecorder {
  let early: InstallEvent[] = [];
  let files: { readonly events: number; readonly log: number } | undefined;
  const write = (event: InstallEvent): void => {
    if (files === undefined) return;
    try {
      writeSync(files.events, `${JSON.stringify(event)}\n`);
      const line = formatLogLine(event);
      if (line !== undefined) writeSync(files.log, `${line}\n`);
    } catch {
      close();
    }
  };
  let closed = false;
  const close = (): void => {
    closed = true;
    if (files === undefined) return;
    closeSync(files.events);
    closeSync(files.log);
    files = undefined;
  };
  return {
    sink: (event) => {
      if (closed) return;
      if (files === undefined) early.push(event);
      else write(event);
    },
    open: async (folder) => {
      for (const name of [EVENTS, LOG]) await truncateTornLine(join(folder, name));
      files = {
        events: openSync(join(folder, EVENTS), 'a', 0o600),
        log: openSync(join(folder, LOG), 'a', 0o600),
      };
      for (const event of early) write(event);
      early = [];
    },
    close,
  };
}
