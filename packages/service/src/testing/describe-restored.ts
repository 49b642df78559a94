import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomHash } from '../people/password-hash.ts';
import { People } from '../people/people.ts';
import type { NodeWork } from '../records/node.ts';
import { settleRestored } from '../store/settle-restored.ts';
import { Store } from '../store/store.ts';
import type { CreateDatabase } from './databases.ts';
import { addInstall, newInstall, newJob } from './fakes.ts';
import { cheapCost } from './people.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const time = now.toISOString();
const hardware = { firmware: 'uefi', memory: 2 ** 30, disks: 1, diskBytes: 2 ** 34 } as const;
const work: NodeWork = { kind: 'install', planSha256: 'd'.repeat(64), configuration: 1, ending: 'wait' };

/** Declares the tests of restored records that every engine of the store passes. */
export function describeRestored(name: string, create: CreateDatabase): void {
  const open = async () => {
    const engine = await (await create()).open();
    const store = await Store.open(engine);
    onTestFinished(() => store.close());
    return { engine, store, people: new People(store.people, () => now) };
  };

  /** Registers and approves an agent, and gives it work. */
  const addNode = async ({ nodes }: Store, mac: string): Promise<number> => {
    const token = randomBytes(24).toString('base64url');
    await nodes.addTokens([{ token, labels: {}, expires: now.getTime() + 1_000 }]);
    const registered = await nodes.register({
      token,
      key: randomBytes(24).toString('base64url'),
      identity: { macs: [mac] },
      labels: {},
      facts: '{}',
      hardware,
      time,
    });
    if (typeof registered === 'string') throw new Error(`the registration was refused: ${registered}`);
    const { node: id } = registered;
    expect(await nodes.approve(id, (await nodes.get(id))!.code!, time)).toBe(true);
    expect(await nodes.setWork(id, work, time)).toBe(1);
    return id;
  };

  describe(`restored records in ${name}`, () => {
    it('contain no batch that continues, and no row that can be retried', async () => {
      const records = await open();
      const { store } = records;
      const rows = [1, 2, 3].map((number) => ({
        number,
        target: `${number}.img`,
        path: `/images/${number}.img`,
        digest: 'd'.repeat(64),
        labels: {},
        job: newJob(),
      }));
      const settings = { concurrency: 1, canaries: 0, stopAfter: 1 };
      const batch = await store.batches.add({ ...settings, digest: 'b', created: time }, () => rows);
      const row = { batch: batch.id, number: 1, revision: batch.revision };
      const { id } = await store.add({ ...newInstall('1.img'), row }, 'queued', () => newJob());
      await store.setStarted(id, time);
      const before = (await store.batches.get(batch.id))!;

      expect(await settleRestored(records, now, {})).toMatchObject({ ended: 1, batches: 1, nodes: 0 });
      const after = (await store.batches.get(batch.id))!;
      expect(after).toMatchObject({ state: 'cancelled', ended: time, rows: { cancelled: 3 } });
      expect(await store.batches.listAdvancing(undefined)).toEqual([]);
      // Clients that follow the batch receive the changed rows.
      expect(await store.batches.rows(batch.id, before.revision)).toHaveLength(3);
      expect(await store.batches.retry(batch.id)).toBe(false);
      for (const { number } of rows) expect(await store.batches.job(batch.id, number)).toBeUndefined();
    });

    it('contain no work for agents, no network boot, and no unused token for a registration', async () => {
      const records = await open();
      const { nodes } = records.store;
      const waiting = await addNode(records.store, '52:54:00:12:34:56');
      const installing = await addNode(records.store, '52:54:00:12:34:57');
      expect(await nodes.claim(installing, 1, 'nonce', time)).toBe('first');
      const expected = await nodes.add({ macs: ['52:54:00:12:34:58'], labels: {}, time });
      const { id: booting } = expected as { readonly id: number };
      await nodes.setBoot(booting, 'medium', time);
      const token = randomBytes(24).toString('base64url');
      await nodes.addTokens([{ token, labels: {}, expires: now.getTime() + 60_000 }]);

      expect(await settleRestored(records, now, {})).toMatchObject({ ended: 0, batches: 0, nodes: 2 });
      expect(await nodes.get(waiting)).not.toHaveProperty('work');
      expect(await nodes.claim(waiting, 1, 'nonce', time)).toBe('none');
      expect(await nodes.get(installing)).toMatchObject({
        state: 'failed',
        failure: { message: 'The records were restored from a backup that was made before this run ended' },
      });
      // The agent that was at work can still report its end, which changes nothing.
      expect(await nodes.end(installing, 1, { time })).toBe('repeated');
      expect((await nodes.get(installing))?.state).toBe('failed');
      expect((await nodes.get(booting))?.boot).toBe('local');
      const registration = {
        token,
        key: randomBytes(24).toString('base64url'),
        identity: { macs: ['52:54:00:12:34:59'] },
        labels: {},
        facts: '{}',
        hardware,
        time,
      };
      expect(await nodes.register(registration)).toBe('token');
    });

    it('give the next run of a node a number that no agent has seen, and retain the events of earlier runs', async () => {
      const records = await open();
      const { nodes } = records.store;
      const id = await addNode(records.store, '52:54:00:12:34:56');
      await nodes.claim(id, 1, 'nonce', time);
      await settleRestored(records, now, {});
      const seconds = now.getTime() / 1_000;
      expect(await nodes.setWork(id, work, time)).toBe(seconds + 1);
      await nodes.claim(id, seconds + 1, 'nonce', time);
      await nodes.end(id, seconds + 1, { time });
      // The same backup may be restored a second time, when agents have seen the numbers of the first time.
      await settleRestored(records, new Date(now.getTime() + 60_000), {});
      expect(await nodes.setWork(id, work, time)).toBe(seconds + 61);
      for (const run of [1, seconds + 1])
        expect((await nodes.events(id, run, 0, 9)).map(({ type }) => type)).toEqual(['end']);
      expect(await nodes.setWork(id, work, time)).toBe(seconds + 62);
    });

    it('are unchanged if the restore cannot be recorded in the audit log', async () => {
      const records = await open();
      const { engine, store, people } = records;
      const password = randomHash(cheapCost);
      await people.addUser({ name: 'ada', role: 'administer', password }, true);
      await people.createToken({ owner: 'ada', name: 'x', scope: 'view', days: 1 });
      await store.people.addSession({ digest: 's', owner: 'ada', created: time, expires: '9' }, password);
      await engine.transaction((database) => sql`alter table audit rename to hidden`.execute(database));

      await expect(settleRestored(records, now, { revokeTokens: true })).rejects.toThrow();
      expect(await store.people.findSession('s')).toMatchObject({ owner: 'ada' });
      expect(await people.tokens()).toHaveLength(1);
    });

    it('contain no sessions, and no API tokens if these are revoked', async () => {
      const records = await open();
      const { store, people } = records;
      const password = randomHash(cheapCost);
      await people.addUser({ name: 'ada', role: 'administer', password }, true);
      const tokens = [];
      for (const days of [1, 2])
        tokens.push(await people.createToken({ owner: 'ada', name: 'x', scope: 'view', days }));
      await store.people.addSession({ digest: 's', owner: 'ada', created: time, expires: '9' }, password);
      await addInstall(store);

      const later = new Date(now.getTime() + 36 * 60 * 60_000);
      expect(await settleRestored(records, later, {})).toMatchObject({ ended: 1, tokens: 1 });
      expect(await store.people.findSession('s')).toBeUndefined();
      expect(await people.tokens()).toHaveLength(2);
      expect(await settleRestored(records, later, { revokeTokens: true, by: 'root' })).toMatchObject({
        ended: 0,
        tokens: 2,
      });
      expect(await people.tokens()).toEqual([]);
      expect(await people.users()).toHaveLength(1);
      expect(await store.audit.list(9)).toMatchObject([
        { actor: 'root', credential: 'command', action: 'restore', subject: 'records, without API tokens' },
        { actor: null, credential: 'command', action: 'restore', subject: 'records' },
      ]);
    });
  });
}
