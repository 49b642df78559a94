import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { InstallFailure } from '../records/install.ts';
import type { NodeFailure } from '../records/node.ts';
import { ENDED_STATES } from './batch-rows.ts';
import type { Database, Engine } from './engine.ts';
import type { Store } from './store.ts';

/** Restored records. */
export interface RestoredRecords {
  /** The number of installations. */
  readonly installs: number;
  /** The number of those that had not ended, and have been ended. */
  readonly ended: number;
  /** The number of batches that had not ended, and have been cancelled. */
  readonly batches: number;
  /** The number of nodes whose work had not ended, and has been withdrawn or ended. */
  readonly nodes: number;
  /** The number of API tokens that have been revoked, or otherwise of those that are valid. */
  readonly tokens: number;
  /** The file with the earlier records; undefined if there were none. */
  readonly replaced?: string;
}

/** Settings of a restore. */
export interface RestoreOptions {
  /** Whether all API tokens are revoked; default: false. */
  readonly revokeTokens?: boolean;
  /** The user of the operating system who restores the records, for the audit log. */
  readonly by?: string;
}

const RESTORED = 'The records were restored from a backup that was made before';

const INSTALL_FAILURE: InstallFailure = {
  message: `${RESTORED} this installation ended`,
  next: 'Start a new installation',
};

const NODE_FAILURE: NodeFailure = {
  message: `${RESTORED} this run ended`,
  next: 'Check the machine before you give it work again',
};

/** The number of nodes that are read at once. */
const READ_SIZE = 500;

/**
 * Ends all work in restored records, so that nothing runs by itself: since the backup, targets may have changed and
 * machines may have been installed. No installation can be resumed, and no row of a batch can be retried. Sessions and
 * unused tokens for the registration of agents are deleted, because they may have been ended or used since. The next run
 * of a node has a number that no agent has seen.
 *
 * @throws {StoreError} when the database cannot be written
 */
export async function settleRestored(
  { engine, store }: { readonly engine: Engine; readonly store: Store },
  now: Date,
  { revokeTokens = false, by }: RestoreOptions,
): Promise<Omit<RestoredRecords, 'installs' | 'replaced'>> {
  const time = now.toISOString();
  const unfinished = await store.unfinished();
  for (const { id } of unfinished)
    await store.setEnded(id, {
      state: 'interrupted',
      resumable: false,
      failure: INSTALL_FAILURE,
      ended: time,
    });
  const nodes = await endWork(store, time);
  // The audit log lacks the entries since the backup.
  const entry = {
    entry: randomUUID(),
    time,
    actor: by ?? null,
    credential: 'command',
    token: null,
    address: null,
    action: 'restore',
    subject: revokeTokens ? 'records, without API tokens' : 'records',
    status: 200,
    digest: null,
  } as const;
  const [batches, tokens] = await engine.transaction(
    async (database) => {
      await database.deleteFrom('sessions').execute();
      await database.deleteFrom('node_tokens').where('used', 'is', null).execute();
      await database
        .updateTable('nodes')
        .set({ runs_above: Math.floor(now.getTime() / 1_000) })
        .execute();
      const settled = [
        await cancelBatches(database, time),
        await settleTokens(database, time, revokeTokens),
      ] as const;
      await store.audit.appendWithin(database, entry);
      return settled;
    },
    { durable: true },
  );
  // Removes the deleted rows from all files of the database as well.
  await store.forgetAllJobs();
  // `setEnded` would store the outcomes later.
  const error = await store.checkHealth();
  if (error !== undefined) throw error;
  return { ended: unfinished.length, batches, nodes, tokens };
}

/** Withdraws the work of all nodes, or ends it if an agent has claimed it, and lets all nodes boot from their disks. */
async function endWork({ nodes }: Store, time: string): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const listed = await nodes.list({ after, limit: READ_SIZE });
    for (const { id, run, work, boot } of listed) {
      if (work !== undefined) {
        count += 1;
        const result = await nodes.end(id, run, { failure: NODE_FAILURE, time });
        if (result === 'none') await nodes.cancel(id, time);
      }
      if (boot === 'medium') await nodes.setBoot(id, 'local', time);
    }
    if (listed.length < READ_SIZE) return count;
    after = listed.at(-1)!.id;
  }
}

async function cancelBatches(database: Database, time: string): Promise<number> {
  const unfinished = database.selectFrom('batches').select('id').where('state', 'not in', ENDED_STATES);
  await database
    .updateTable('batch_rows')
    .set({
      state: 'cancelled',
      revision: sql<number>`(select b.revision + 1 from batches b where b.id = batch_rows.batch)`,
    })
    .where('batch', 'in', unfinished)
    .where('state', 'in', ['waiting', 'interrupted'])
    .execute();
  const { numUpdatedRows } = await database
    .updateTable('batches')
    .set({ state: 'cancelled', ended: time, revision: sql<number>`revision + 1` })
    .where('state', 'not in', ENDED_STATES)
    .executeTakeFirst();
  await database.updateTable('batch_rows').set({ job: null }).execute();
  return Number(numUpdatedRows);
}

async function settleTokens(database: Database, time: string, isRevoking: boolean): Promise<number> {
  if (isRevoking) {
    const { numDeletedRows } = await database.deleteFrom('api_tokens').executeTakeFirst();
    return Number(numDeletedRows);
  }
  const { total } = await database
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('expires', '>', time)
    .executeTakeFirstOrThrow();
  return Number(total);
}
