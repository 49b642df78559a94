import { Store } from '../store.ts';
import { settleRestored, type RestoredRecords, type RestoreOptions } from '../settle-restored.ts';
import { PostgresEngine } from './postgres-engine.ts';

/** Implements `restoreDatabase`. */
export async function settleDatabase(databaseUrl: string, options: RestoreOptions): Promise<RestoredRecords> {
  const engine = await PostgresEngine.open(databaseUrl, { isAlone: true, reportError: () => {} });
  const store = await Store.open(engine).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  try {
    const settled = await settleRestored({ engine, store }, new Date(), options);
    const counts = await store.countByState();
    return { installs: [...counts.values()].reduce((sum, count) => sum + count, 0), ...settled };
  } finally {
    await store.close();
  }
}
