import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openStore, sqliteDatabase } from '../testing/databases.ts';
import { describeBatches } from '../testing/describe-batches.ts';
import { temporaryFolder } from '../testing/fakes.ts';
import { migrate } from './sqlite/migrations.ts';

describeBatches('SQLite', () => sqliteDatabase());

it('a database of format 11 is migrated with its installations, and accepts batches', async () => {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'service.db'));
  migrate(database, 11);
  database.exec(`insert into installs (state, target, path, resume, digest, created, ended, configuration, host)
    values ('done', 'one.img', '/images/one.img', 0, 'd', 't0', 't1', '{}', 'a')`);
  database.close();
  const store = await openStore(sqliteDatabase(folder));
  expect(await store.get(1)).toMatchObject({ state: 'done', target: 'one.img', host: 'a' });
  const batch = { digest: 'd', created: 't2', concurrency: 1, canaries: 0, stopAfter: 1 };
  expect(await store.batches.add(batch, () => [])).toMatchObject({ id: 1, state: 'running', rows: {} });
  await store.close();
});
