import { sql } from 'kysely';
import type { NodeWork } from '../../records/node.ts';
import type { Database, Engine } from '../engine.ts';
import { addHistory, deleteOldRuns } from './node-events.ts';

/** Work for a node. */
export interface Assignment {
  readonly id: number;
  readonly work: NodeWork;
}

/** Thrown within a transaction, so that no node gets work. */
class WorkRefused extends Error {
  override readonly name = 'WorkRefused';
  readonly nodes: readonly number[];

  constructor(nodes: readonly number[]) {
    super(`the state of the nodes ${nodes.join(', ')} does not allow work`);
    this.nodes = nodes;
  }
}

/** Gives work to an approved node with a living agent, and returns its run; undefined if it is in another state. */
export async function giveWork(
  database: Database,
  { id, work }: Assignment,
  time: string,
): Promise<number | undefined> {
  const set = await database
    .updateTable('nodes')
    .set({
      work: JSON.stringify(work),
      run: sql<number>`case when runs_above > run then runs_above else run end + 1`,
      state: 'approved',
      claim: null,
      received: 0,
      failure: null,
      last_event: 0,
      event_bytes: 0,
    })
    .where('id', '=', id)
    .where('state', 'in', ['approved', 'installed', 'erased', 'failed'])
    .returning('run')
    .executeTakeFirst();
  if (set === undefined) return undefined;
  const run = Number(set.run);
  await deleteOldRuns(database, id, run);
  await addHistory(database, id, `${work.kind}-requested`, time);
  return run;
}

/** Gives work to all of these nodes in one transaction, or to none. Returns the nodes whose state prevents it. */
export async function giveWorkToAll(
  engine: Engine,
  assignments: readonly Assignment[],
  time: string,
): Promise<readonly number[]> {
  // Transactions that change the nodes in the same order do not wait for each other in a circle.
  const ordered = assignments.toSorted((one, other) => one.id - other.id);
  const work = async (database: Database): Promise<void> => {
    const refused: number[] = [];
    for (const assignment of ordered)
      if ((await giveWork(database, assignment, time)) === undefined) refused.push(assignment.id);
    if (refused.length > 0) throw new WorkRefused(refused);
  };
  try {
    await engine.transaction(work, { durable: true });
    return [];
  } catch (error) {
    if (error instanceof WorkRefused) return error.nodes;
    throw error;
  }
}
