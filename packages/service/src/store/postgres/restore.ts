import type { RestoredRecords } from '../sqlite/backup.ts';
import { Store } from '../store.ts';
import { endUnfinished } from '../end-unfinished.ts';
import { PostgresEngine } from './postgres-engine.ts';

/** Implements `restoreDatabase`. */
export async function endUnfinishedIn(databaseUrl: string): Promise<RestoredRecords> {
  const engine = await PostgresEngine.open(databaseUrl, { isAlone: true, reportError: () => {} });
  const store = await Store.open(engine).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  try {
    const ended = await endUnfinished(store, new Date());
    const counts = await store.countByState();
    return { installs: [...counts.values()].reduce((sum, count) => sum + count, 0), ended };
  } finally {
    await store.close();
  }
}
