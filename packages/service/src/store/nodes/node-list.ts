import type { Labels, NodeState } from '../../records/node.ts';
import type { Database } from '../engine.ts';
import { NODE_COLUMNS, type NodeRow } from './node-rows.ts';

/** Selects nodes for a list. */
export interface NodeFilter {
  readonly states?: readonly NodeState[] | undefined;
  readonly labels?: Labels | undefined;
  /** Only nodes with a greater number. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Number of rows that are read at a time. */
const BATCH_SIZE = 500;

/**
 * Yields the rows of nodes in the order of their numbers. Reads them in batches, because a filter by state or label is
 * applied later: a node is lost only because time passes.
 */
export async function* listRows(
  read: (after: number, limit: number) => Promise<NodeRow[]>,
  after: number,
): AsyncGenerator<NodeRow> {
  let last = after;
  for (;;) {
    const rows = await read(last, BATCH_SIZE);
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    last = Number(rows.at(-1)!.id);
  }
}

/** Reads nodes with a number greater than `after`. */
export function readRows(database: Database, after: number, limit: number): Promise<NodeRow[]> {
  return database
    .selectFrom('nodes')
    .select(NODE_COLUMNS)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Reads a node; undefined if there is none. */
export function readRow(database: Database, id: number): Promise<NodeRow | undefined> {
  return database.selectFrom('nodes').select(NODE_COLUMNS).where('id', '=', id).executeTakeFirst();
}
