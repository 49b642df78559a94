import type { DatabaseSync } from 'node:sqlite';
import { toStoredEvent } from './rows.ts';
import type { StoredEvent } from '../records/install.ts';

/** An event that is a line of the log. Lines are numbered from 1; the numbers of deleted lines are not used again. */
export interface RecordedLine {
  readonly line: number;
  /** The event as JSON. */
  readonly data: string;
}

/**
 * The log of installations. It is read through indexes, so the time to read a window does not depend on the
 * length of the log.
 */
export interface RecordedLog {
  /** Returns the number of the last line; 0 if there is none. */
  lastLine(id: number): number;
  /** Returns at most `count` lines, starting with line `from` or the first stored line after it. */
  window(id: number, from: number, count: number): RecordedLine[];
  /** Returns the `start` and `finish` events. */
  steps(id: number): StoredEvent[];
  /** Returns the last `progress` event; undefined if there is none. */
  lastProgress(id: number): StoredEvent | undefined;
}

/** The queries; each of them uses an index. */
export const LOG_QUERIES = {
  lastLine: 'select max(line) as line from events where install = ? and line is not null',
  window:
    'select line, data from events where install = ? and line is not null and line >= ? order by line limit ?',
  steps: `select number, type, data from events indexed by events_steps
    where install = ? and type <> 'log' and type in ('start', 'finish') order by number`,
  lastProgress: `select number, type, data from events indexed by events_steps
    where install = ? and type <> 'log' and type = 'progress' order by number desc limit 1`,
} as const;

export function prepareLog(database: DatabaseSync): RecordedLog {
  const lastLine = database.prepare(LOG_QUERIES.lastLine);
  const window = database.prepare(LOG_QUERIES.window);
  const steps = database.prepare(LOG_QUERIES.steps);
  const lastProgress = database.prepare(LOG_QUERIES.lastProgress);
  return {
    lastLine: (id) => Number(lastLine.get(id)?.['line'] ?? 0),
    window: (id, from, count) =>
      window.all(id, from, count).map(({ line, data }) => ({ line: Number(line), data: String(data) })),
    steps: (id) => steps.all(id).map(toStoredEvent),
    lastProgress: (id) => {
      const row = lastProgress.get(id);
      return row === undefined ? undefined : toStoredEvent(row);
    },
  };
}
