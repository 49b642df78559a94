import { sql } from 'kysely';
import type { NodeEvent } from '../../records/node.ts';
import type { Database } from '../engine.ts';

/** Number of runs whose events are retained for each node, in addition to its history. */
const RUNS_RETAINED = 3;
/** Number of entries in the history of a node that are retained. */
const HISTORY_RETAINED = 1_000;
/** Maximum size of the events of one run in bytes; lines of the log that exceed it are not stored. */
const RUN_BYTES = 16 * 2 ** 20;
/** Maximum size in bytes with the other events, so that an agent cannot fill the disk. */
const TOTAL_BYTES = 2 * RUN_BYTES;

/** The types of events that are not stored once the events of a run have reached their maximum size. */
const DROPPABLE: ReadonlySet<string> = new Set(['log', 'progress']);

/** Adds an entry to the history of a node. */
export async function addHistory(
  database: Database,
  node: number,
  type: string,
  time: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { rows } = await sql<{ number: unknown }>`select max(number) as number from node_events
    where node = ${node} and run = 0`.execute(database);
  const number = Number(rows[0]?.number ?? 0) + 1;
  await database
    .insertInto('node_events')
    .values({ node, run: 0, number, type, data: JSON.stringify({ type, number, time, ...more }) })
    .execute();
  await database
    .deleteFrom('node_events')
    .where('node', '=', node)
    .where('run', '=', 0)
    .where('number', '<=', number - HISTORY_RETAINED)
    .execute();
}

/**
 * Adds those events that follow the last stored event of the current run without a gap, and returns the number of the
 * last one.
 */
export async function appendNodeEvents(
  database: Database,
  { id, run, last_event: lastEvent, event_bytes: eventBytes }: EventPosition,
  events: readonly NodeEvent[],
): Promise<number> {
  let last = Number(lastEvent);
  let bytes = Number(eventBytes);
  const added: { node: number; run: number; number: number; type: string; data: string }[] = [];
  for (const { number, type, data } of events) {
    if (number <= last) continue;
    if (number > last + 1) break;
    last = number;
    const size = Buffer.byteLength(data);
    if (bytes + size > (DROPPABLE.has(type) ? RUN_BYTES : TOTAL_BYTES)) continue;
    added.push({ node: Number(id), run: Number(run), number, type, data });
    bytes += size;
  }
  if (added.length > 0) await database.insertInto('node_events').values(added).execute();
  await database
    .updateTable('nodes')
    .set({ last_event: last, event_bytes: bytes })
    .where('id', '=', id)
    .execute();
  return last;
}

/** The part of a node's row to which its events are added. */
export interface EventPosition {
  readonly id: number;
  readonly run: number;
  readonly last_event: number;
  readonly event_bytes: number;
}

/** Deletes the events of old runs, whose numbers may have gaps. */
export async function deleteOldRuns(database: Database, node: number, run: number): Promise<void> {
  let oldest = run;
  for (let retained = 1; retained < RUNS_RETAINED; retained += 1) {
    const earlier = await database
      .selectFrom('node_events')
      .select(({ fn }) => fn.max('run').as('run'))
      .where('node', '=', node)
      .where('run', '>', 0)
      .where('run', '<', oldest)
      .executeTakeFirst();
    if (earlier?.run == null) return;
    oldest = Number(earlier.run);
  }
  await database
    .deleteFrom('node_events')
    .where('node', '=', node)
    .where('run', '>', 0)
    .where('run', '<', oldest)
    .execute();
}
