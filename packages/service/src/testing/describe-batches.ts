import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchRow } from '../records/batch.ts';
import type { InstallOutcome } from '../records/install.ts';
import type { Batches, NewBatch } from '../store/batches.ts';
import type { NewBatchRow } from '../store/batch-rows.ts';
import { BatchChanged, BatchTargetTaken } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';
import { openStore, type CreateDatabase, type TestDatabase } from './databases.ts';
import { newInstall, newJob } from './fakes.ts';

const time = '2026-11-20T10:00:00.000Z';
const planted = 'canary-of-a-batch';
const settings = { concurrency: 2, canaries: 1, stopAfter: 3 };

const newBatch = (more: Partial<NewBatch> = {}): NewBatch => ({
  ...settings,
  digest: 'b'.repeat(64),
  created: time,
  ...more,
});

const newRows = (count: number, prefix = 'web'): NewBatchRow[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    target: `${prefix}-${index}.img`,
    path: `/images/${prefix}-${index}.img`,
    digest: 'd'.repeat(64),
    labels: { rack: '3' },
    job: newJob({ hashes: { root: `${planted}-${index}` } }),
  }));

/** Declares the tests of batches that every engine of the store passes. */
export function describeBatches(name: string, create: CreateDatabase): void {
  const setUp = async (
    database?: TestDatabase,
  ): Promise<{ readonly store: Store; readonly batches: Batches; readonly changes: () => number }> => {
    let changes = 0;
    const store = await openStore(database ?? (await create()), { announced: () => void (changes += 1) });
    onTestFinished(() => store.close());
    return { store, batches: store.batches, changes: () => changes };
  };

  /** Adds an installation for a row at the current revision. */
  const start = async (store: Store, batch: number, number: number): Promise<number> => {
    const { revision } = (await store.batches.get(batch))!;
    const install = { ...newInstall(`web-${number - 1}.img`), row: { batch, number, revision } };
    return (await store.add(install, 'queued', () => newJob())).id;
  };

  const end = (store: Store, install: number, more: Partial<InstallOutcome> = {}): Promise<void> =>
    store.setEnded(install, { state: 'done', ended: time, resumable: false, ...more });

  const statesOf = async (batches: Batches, id: number): Promise<BatchRow['state'][]> =>
    (await batches.rows(id)).map(({ state }) => state);

  describe(`batches in ${name}`, () => {
    it('remain across restarts, with their rows in the order of the table', async () => {
      const database = await create();
      const first = await openStore(database);
      const { id, ...added } = await first.batches.add(newBatch(), () => newRows(250));
      await first.close();
      const { batches } = await setUp(database);
      expect(added).toEqual({
        ...settings,
        state: 'running',
        digest: 'b'.repeat(64),
        created: time,
        rows: { waiting: 250 },
        revision: 1,
      });
      expect(await batches.get(id)).toEqual({ id, ...added });
      expect(await batches.list(9)).toEqual([{ id, ...added }]);
      const rows = await batches.rows(id);
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
      expect(rows[9]).toEqual({
        number: 10,
        state: 'waiting',
        target: 'web-9.img',
        path: '/images/web-9.img',
        digest: 'd'.repeat(64),
        labels: { rack: '3' },
        attempts: 0,
        revision: 1,
      });
      expect((await batches.job(id, 10))?.hashes).toEqual({ root: `${planted}-9` });
      expect(await batches.get(id + 1)).toBeUndefined();
    });

    it('have the state of the installation in each row, with a revision for each change', async () => {
      const { store, batches, changes } = await setUp();
      const { id } = await batches.add(newBatch(), () => newRows(3));
      const install = await start(store, id, 2);
      expect(await batches.get(id)).toMatchObject({ revision: 2, rows: { waiting: 2, queued: 1 } });
      const before = changes();
      await store.setStarted(install, time);
      const failure = { message: 'No room', next: 'Make room', tail: ['private'] };
      await end(store, install, { state: 'failed', failure });
      expect(changes()).toBeGreaterThan(before);
      expect(await batches.get(id)).toMatchObject({ revision: 4, rows: { waiting: 2, failed: 1 } });
      expect(await batches.rows(id, 1)).toEqual([
        {
          number: 2,
          state: 'failed',
          target: 'web-1.img',
          path: '/images/web-1.img',
          digest: 'd'.repeat(64),
          labels: { rack: '3' },
          install,
          attempts: 1,
          failure: { message: 'No room', next: 'Make room' },
          revision: 4,
        },
      ]);
      expect(await batches.rows(id, 4)).toEqual([]);
    });

    it('start no row if the batch has changed since the decision, and add no installation then', async () => {
      const { store, batches } = await setUp();
      const { id, revision } = await batches.add(newBatch(), () => newRows(2));
      await start(store, id, 1);
      for (const row of [
        { batch: id, number: 1, revision },
        { batch: id, number: 2, revision },
        { batch: 99, number: 1, revision },
      ]) {
        const install = { ...newInstall('other.img'), row };
        await expect(store.add(install, 'queued', () => newJob())).rejects.toThrow(BatchChanged);
      }
      await expect(
        batches.refuse({ batch: id, number: 2, revision }, { message: '', next: '' }),
      ).rejects.toThrow(BatchChanged);
      expect(await statesOf(batches, id)).toEqual(['queued', 'waiting']);
      expect(await store.unfinished()).toHaveLength(1);
      await batches.pause(id);
      await expect(start(store, id, 2)).rejects.toThrow(BatchChanged);
    });

    it('keep the states of rows whose installations are deleted', async () => {
      const { store, batches } = await setUp();
      const { id } = await batches.add(newBatch(), () => newRows(1));
      const install = await start(store, id, 1);
      await end(store, install);
      await store.delete(install);
      expect(await batches.rows(id)).toMatchObject([{ state: 'done', install }]);
    });

    it('pause, resume and retry only from certain states', async () => {
      const { store, batches } = await setUp();
      const { id } = await batches.add(newBatch(), () => newRows(2));
      expect(await batches.retry(id)).toBe(false);
      expect(await batches.pause(id)).toBe(true);
      expect((await batches.get(id))?.state).toBe('paused');
      expect(await batches.resume(id)).toBe(true);
      const install = await start(store, id, 1);
      await end(store, install, { state: 'refused', failure: { message: 'no', next: '' } });
      await batches.settle((await batches.get(id))!, 'stopped');
      expect(await batches.pause(id)).toBe(false);
      expect((await batches.read(id))?.forgiven).toBe(0);
      expect(await batches.resume(id)).toBe(true);
      expect(await batches.read(id)).toMatchObject({ forgiven: 1, batch: { state: 'running', canaries: 0 } });
      await batches.settle((await batches.get(id))!, 'failed', time);
      expect(await batches.get(id)).toMatchObject({ state: 'failed', ended: time });
      expect(await batches.resume(id)).toBe(false);
      expect(await batches.retry(id)).toBe(true);
      expect(await batches.read(id)).toMatchObject({ forgiven: 0, batch: { state: 'running' } });
      expect((await batches.get(id))?.ended).toBeUndefined();
      expect(await batches.rows(id)).toMatchObject([
        { state: 'waiting', attempts: 0, install },
        { state: 'waiting' },
      ]);
      expect((await batches.rows(id))[0]?.failure).toBeUndefined();
    });

    it('ignore a state that was decided before another change', async () => {
      const { batches } = await setUp();
      const batch = await batches.add(newBatch(), () => newRows(1));
      await batches.pause(batch.id);
      await batches.settle(batch, 'done', time);
      expect((await batches.get(batch.id))?.state).toBe('paused');
    });

    it('cancel the rows without an installation, and are advanced until the others have ended', async () => {
      const { store, batches } = await setUp();
      const { id } = await batches.add(newBatch(), () => newRows(3));
      const install = await start(store, id, 1);
      expect(await batches.cancel(id, time)).toBe(true);
      expect(await batches.get(id)).toMatchObject({ state: 'cancelled', ended: time });
      expect(await statesOf(batches, id)).toEqual(['queued', 'cancelled', 'cancelled']);
      expect(await batches.listAdvancing(undefined)).toEqual([{ id }]);
      await end(store, install, { state: 'cancelled' });
      expect(await batches.listAdvancing(undefined)).toEqual([]);
      expect(await batches.retry(id)).toBe(false);
    });

    it('belong to the host of the server that accepted them', async () => {
      const { batches } = await setUp();
      const { id } = await batches.add(newBatch({ host: 'a' }), () => newRows(1));
      expect(await batches.listAdvancing('a')).toEqual([{ id }]);
      expect(await batches.listAdvancing('b')).toEqual([]);
      expect(await batches.listAdvancing(undefined)).toEqual([]);
    });

    it('refuse the target of a batch that has not ended', async () => {
      const { batches } = await setUp();
      const { id } = await batches.add(newBatch(), () => newRows(2));
      const again = batches.add(newBatch(), () => newRows(1));
      await expect(again).rejects.toThrow(new BatchTargetTaken(id, 'web-0.img'));
      expect(await batches.list(9)).toHaveLength(1);
      await batches.cancel(id, time);
      const next = await batches.add(newBatch(), () => newRows(1));
      const elsewhere = newRows(1).map((row) => ({ ...row, host: 'b' }));
      expect((await batches.add(newBatch(), () => elsewhere)).id).toBeGreaterThan(next.id);
    });

    it('delete the secrets of rows that are done, and of batches that are cancelled, done or deleted', async () => {
      const database = await create();
      const store = await openStore(database);
      const { batches } = store;
      const { id } = await batches.add(newBatch(), () => newRows(2));
      await end(store, await start(store, id, 1));
      expect(await batches.job(id, 1)).toBeUndefined();
      expect(await batches.job(id, 2)).toBeDefined();
      await batches.cancel(id, time);
      expect(await batches.job(id, 2)).toBeUndefined();
      const failed = await batches.add(newBatch(), () => newRows(1, 'other'));
      expect(await batches.delete(failed.id)).toBe(false);
      await batches.settle(failed, 'failed', time);
      expect(await batches.job(failed.id, 1)).toBeDefined();
      expect(await batches.delete(failed.id)).toBe(true);
      expect(await batches.get(failed.id)).toBeUndefined();
      expect(await batches.rows(failed.id)).toEqual([]);
      await store.close();
      expect(await database.readAll()).not.toContain(planted);
    });

    it('retain the newest 100 batches that have ended', async () => {
      const { batches } = await setUp();
      const ids: number[] = [];
      for (let index = 0; index < 103; index += 1) {
        const batch = await batches.add(newBatch(), () => newRows(1));
        await batches.cancel(batch.id, time);
        ids.push(batch.id);
      }
      const running = await batches.add(newBatch(), () => newRows(1));
      const kept = (await batches.list(200)).map((batch) => batch.id);
      expect(kept).toEqual([running.id, ...ids.toReversed().slice(0, 100)]);
    });
  });
}
