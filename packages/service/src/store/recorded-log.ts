import { sql, type RawBuilder } from 'kysely';
import type { StoredEvent } from '../records/install.ts';
import type { Database, Engine } from './engine.ts';
import { toStoredEvent, type Row } from './rows.ts';

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
  lastLine(id: number): Promise<number>;
  /** Returns at most `count` lines, starting with line `from` or the first stored line after it. */
  window(id: number, from: number, count: number): Promise<RecordedLine[]>;
  /** Returns the `start` and `finish` events. */
  steps(id: number): Promise<StoredEvent[]>;
  /** Returns the last `progress` event; undefined if there is none. */
  lastProgress(id: number): Promise<StoredEvent | undefined>;
}

/** The types of events that are log lines. */
const LINE_TYPES: ReadonlySet<string> = new Set(['start', 'log', 'failure', 'end']);

/** Without this hint, SQLite does not use the smaller index. */
const STEPS: Readonly<Record<Engine['kind'], RawBuilder<unknown>>> = {
  sqlite: sql`events indexed by events_steps`,
  postgres: sql`events`,
};

/** The queries; each of them uses an index. */
export const LOG_QUERIES = {
  lastLine: (_kind: Engine['kind'], id: number): RawBuilder<Row> =>
    sql`select max(line) as line from events where install = ${id} and line is not null`,
  window: (_kind: Engine['kind'], id: number, from: number, count: number): RawBuilder<Row> =>
    sql`select line, data from events where install = ${id} and line is not null and line >= ${from}
      order by line limit ${count}`,
  steps: (kind: Engine['kind'], id: number): RawBuilder<Row> =>
    sql`select number, type, data from ${STEPS[kind]}
      where install = ${id} and type <> 'log' and type in ('start', 'finish') order by number`,
  lastProgress: (kind: Engine['kind'], id: number): RawBuilder<Row> =>
    sql`select number, type, data from ${STEPS[kind]}
      where install = ${id} and type <> 'log' and type = 'progress' order by number desc limit 1`,
} as const;

export function createLog(engine: Engine): RecordedLog {
  const { kind } = engine;
  const select = (query: RawBuilder<Row>): Promise<Row[]> =>
    engine.read(async (database) => (await query.execute(database)).rows);
  return {
    lastLine: async (id) => Number((await select(LOG_QUERIES.lastLine(kind, id)))[0]?.['line'] ?? 0),
    window: async (id, from, count) => {
      const rows = await select(LOG_QUERIES.window(kind, id, from, count));
      return rows.map(({ line, data }) => ({ line: Number(line), data: String(data) }));
    },
    steps: async (id) => (await select(LOG_QUERIES.steps(kind, id))).map(toStoredEvent),
    lastProgress: async (id) => {
      const [row] = await select(LOG_QUERIES.lastProgress(kind, id));
      return row === undefined ? undefined : toStoredEvent(row);
    },
  };
}

/**
 * Adds events of an installation with one statement, and numbers those that are lines of the log. Events that are
 * already stored are not added again, and take no line numbers: their batch may have been stored although the connection
 * was lost before this was confirmed.
 */
export async function insertEvents(
  kind: Engine['kind'],
  database: Database,
  install: number,
  events: readonly StoredEvent[],
): Promise<void> {
  const { rows } = await sql<Row>`select (${LOG_QUERIES.lastLine(kind, install)}) as line,
    (select max(number) from events where install = ${install}) as number`.execute(database);
  const lastNumber = Number(rows[0]?.['number'] ?? 0);
  let line = Number(rows[0]?.['line'] ?? 0);
  const added = events.filter(({ number }) => number > lastNumber);
  if (added.length === 0) return;
  const values = added.map(({ number, type, data }) => ({
    install,
    number,
    type,
    data,
    line: LINE_TYPES.has(type) ? (line += 1) : null,
  }));
  await database
    .insertInto('events')
    .values(values)
    .onConflict((conflict) => conflict.columns(['install', 'number']).doNothing())
    .execute();
}
