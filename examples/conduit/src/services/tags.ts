import type { Database } from '../database/tables.ts';

/** Lists the tags of all articles, the most frequent first. */
export async function listTags(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('articleTags')
    .groupBy('tag')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('tag')
    .select('tag')
    .execute();
  return rows.map(({ tag }) => tag);
}
