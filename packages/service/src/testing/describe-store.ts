import { describe, expect, it, onTestFinished } from 'vitest';
import type { EndState, InstallState } from '../records/install.ts';
import { retentionLimits } from '../store/retention.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { openStore, type CreateDatabase } from './databases.ts';
import { addInstall, appendEvents, newInstall, newJob } from './fakes.ts';

const ended = '2026-11-20T10:01:00.000Z';
const ending = { state: 'done', ended, resumable: false } as const;

/** Declares the tests that every engine of the store passes. */
export function describeStore(name: string, create: CreateDatabase): void {
  const open = async (options?: StoreOptions): Promise<Store> => {
    const store = await openStore(await create(), options);
    onTestFinished(() => store.close());
    return store;
  };

  describe(`a store in ${name}`, () => {
    it('retains installations and events across restarts', async () => {
      const database = await create();
      const first = await openStore(database);
      const { id } = await addInstall(first, { configuration: '{"a": 1}' });
      await first.setStarted(id, '2026-11-20T10:00:30.000Z');
      await first.append(id, [{ number: 1, type: 'log', data: '{"text":"hello"}' }]);
      await first.append(id, [{ number: 4, type: 'log', data: '{"text":"there"}' }]);
      const failure = { message: 'No room', next: 'Make room' };
      await first.setEnded(id, { state: 'failed', ended, resumable: true, failure });
      await first.close();

      const second = await openStore(database);
      expect(await second.get(id)).toMatchObject({ id, state: 'failed', ended, resumable: true, failure });
      expect(await second.configuration(id)).toBe('{"a": 1}');
      expect((await second.events(id, 1, 10)).map(({ number, type }) => [number, type])).toEqual([
        [4, 'log'],
        [5, 'end'],
      ]);
      const [end] = await second.events(id, 4, 1);
      expect(JSON.parse(end!.data)).toMatchObject({ type: 'end', state: 'failed', failure });
      expect(await second.lastNumber(id)).toBe(5);
      await second.close();
    });

    it('never reuses a number', async () => {
      const store = await open({ limits: { ...retentionLimits, installs: 1 } });
      const { id } = await addInstall(store);
      await store.setEnded(id, ending);
      expect((await addInstall(store)).id).toBeGreaterThan(id);
    });

    it('returns nothing for numbers without an installation, even very large ones', async () => {
      const store = await open();
      for (const id of [1, Number.MAX_SAFE_INTEGER]) {
        expect(await store.get(id)).toBeUndefined();
        expect(await store.configuration(id)).toBeUndefined();
        expect(await store.events(id, 0, 9)).toEqual([]);
        expect([await store.lastNumber(id), await store.log.lastLine(id)]).toEqual([0, 0]);
      }
    });

    it('stores an event and an outcome only once, even if they are stored again', async () => {
      const store = await open();
      const { id } = await addInstall(store);
      const event = { number: 1, type: 'log', data: '{"text":"first"}' };
      await store.append(id, [event]);
      await store.append(id, [
        { ...event, data: '{"text":"again"}' },
        { number: 2, type: 'log', data: '{}' },
      ]);
      await store.setEnded(id, ending);
      await store.setEnded(id, { ...ending, state: 'failed' });
      expect((await store.events(id, 0, 9)).map(({ number, type, data }) => [number, type, data])).toEqual([
        [1, 'log', '{"text":"first"}'],
        [2, 'log', '{}'],
        [3, 'end', expect.stringContaining('"state":"done"')],
      ]);
      expect((await store.get(id))?.state).toBe('done');
    });

    it('numbers the lines of the log across batches', async () => {
      const store = await open();
      const { id } = await addInstall(store);
      const types = ['start', 'progress', 'log', 'finish', 'failure', 'log'];
      const events = types.map((type, index) => ({ number: index + 1, type, data: `"${type}"` }));
      await store.append(id, events.slice(0, 4));
      await store.append(id, events.slice(4));
      await store.setEnded(id, ending);
      expect((await store.log.window(id, 2, 3)).map(({ line, data }) => [line, data])).toEqual([
        [2, '"log"'],
        [3, '"failure"'],
        [4, '"log"'],
      ]);
      expect(await store.log.lastLine(id)).toBe(5);
      expect((await store.log.steps(id)).map(({ type }) => type)).toEqual(['start', 'finish']);
      expect(await store.log.lastProgress(id)).toMatchObject({ number: 2 });
    });

    it('leaves no gap in the line numbers if a stored batch is stored again as part of a larger one', async () => {
      const store = await open();
      const { id } = await addInstall(store);
      const events = [1, 2, 3].map((number) => ({ number, type: 'log', data: `"${number}"` }));
      await store.append(id, events.slice(0, 2));
      await store.append(id, events.slice(0, 2));
      await store.append(id, events);
      expect((await store.log.window(id, 1, 9)).map(({ line, data }) => [line, data])).toEqual([
        [1, '"1"'],
        [2, '"2"'],
        [3, '"3"'],
      ]);
    });

    it('stores a batch of 500 events', async () => {
      const store = await open();
      const { id } = await addInstall(store);
      await appendEvents(store, id, 500_000);
      expect((await store.events(id, 400, 1_000)).map(({ number }) => number)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 401),
      );
    });

    it('finds installations by state, target, text and time, a page at a time', async () => {
      const store = await open();
      const created = (minute: number): string => `2026-11-20T10:0${minute}:00.000Z`;
      await addInstall(store, { target: 'One.img', created: created(1) });
      await addInstall(store, { target: 'two.img', created: created(2), configuration: '{"a": "50%_\\"}' });
      const { id } = await addInstall(store, { target: 'three.img', created: created(3) });
      const failure = { message: 'É: no Room', next: '' };
      await store.setEnded(id, { ...ending, state: 'failed', failure });
      const find = async (request: object): Promise<unknown> => {
        const { installs, total, hasMore } = await store.list({ limit: 9, ...request });
        return [installs.map(({ target }) => target), total, hasMore];
      };
      expect(await find({ limit: 2 })).toEqual([['three.img', 'two.img'], 3, true]);
      expect(await find({ before: 2 })).toEqual([['One.img'], 3, false]);
      expect(await find({ states: ['queued', 'done'] })).toEqual([['two.img', 'One.img'], 2, false]);
      expect(await find({ target: 'two.img' })).toEqual([['two.img'], 1, false]);
      expect(await find({ since: new Date(created(2)), until: new Date(created(2)) })).toEqual([
        ['two.img'],
        1,
        false,
      ]);
      expect(await find({ text: 'ONE.' })).toEqual([['One.img'], 1, false]);
      expect(await find({ text: '0%_\\' })).toEqual([['two.img'], 1, false]);
      expect(await find({ text: 'no room' })).toEqual([['three.img'], 1, false]);
      expect(await find({ text: 'É' })).toEqual([['three.img'], 1, false]);
      for (const text of ['é', '5__%', 'nothing', '\0']) expect(await find({ text })).toEqual([[], 0, false]);
    });

    it('finds the installation of an idempotency key until the installation is deleted', async () => {
      const store = await open();
      const { id } = await addInstall(store, { key: { key: 'k', fingerprint: 'f' } });
      expect(await store.findByKey('k')).toMatchObject({ install: { id }, fingerprint: 'f' });
      await appendEvents(store, id, 2_000);
      await store.setEnded(id, ending);
      expect(await store.delete(id)).toMatchObject({ events: 3 });
      expect([await store.findByKey('k'), await store.get(id), await store.job(id)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('replaces the documents and the job of an installation', async () => {
      const store = await open();
      const { id } = await addInstall(store, { documents: { plan: '{}' } });
      await store.setDocument(id, 'lock', 'one');
      await store.setDocument(id, 'lock', 'two');
      expect([await store.document(id, 'plan'), await store.document(id, 'lock')]).toEqual(['{}', 'two']);
      await store.setWaiting(id, 'needs-secret', newJob({ missing: ['login'] }), ended);
      expect(await store.get(id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
      expect(await store.countByState()).toEqual(new Map([['needs-secret', 1]]));
    });

    it('stores a webhook with each change of the state, and none for a repeated change', async () => {
      const store = await open({ endpoints: ['a', 'b'] });
      const { id } = await addInstall(store);
      await store.setStarted(id, ended);
      await store.setStarted(id, ended);
      await store.setEnded(id, ending);
      await store.setEnded(id, ending);
      const types: InstallState[] = [];
      for (;;) {
        const delivery = await store.outbox.next('a');
        if (delivery === undefined) break;
        types.push((JSON.parse(delivery.body) as { data: { state: InstallState } }).data.state);
        expect(await store.outbox.remove(delivery.number)).toBe(true);
      }
      expect(types).toEqual(['queued', 'running', 'done']);
      await store.outbox.cancel('b');
      expect(await store.outbox.count()).toBe(0);
    });

    it('deletes the webhooks for receivers that no longer exist', async () => {
      const database = await create();
      const first = await openStore(database, { endpoints: ['a', 'b'] });
      await addInstall(first);
      await first.close();
      const second = await openStore(database, { endpoints: ['b'] });
      expect([await second.outbox.next('a'), await second.outbox.count()]).toEqual([undefined, 1]);
      await second.close();
      const third = await openStore(database);
      expect(await third.outbox.count()).toBe(0);
      await third.close();
    });
  });

  describeRetention(name, create, open);
  describeResumable(name, open);
}

type OpenStore = (options?: StoreOptions) => Promise<Store>;

function describeRetention(name: string, create: CreateDatabase, open: OpenStore): void {
  const limits = { installs: 200, bytes: 100_000, run: 20_000 };

  async function addEndedInstall(store: Store, bytes: number): Promise<number> {
    const { id } = await addInstall(store);
    await appendEvents(store, id, bytes);
    await store.setEnded(id, ending);
    return id;
  }

  async function addEndedInstalls(store: Store, count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) ids.push(await addEndedInstall(store, 20_000));
    return ids;
  }

  describe(`a store in ${name} with limits`, () => {
    it('deletes the oldest ended installations with their events, but no unfinished installation', async () => {
      const store = await open({ limits: { ...retentionLimits, installs: 2 } });
      const waiting = (await addInstall(store, newInstall('waits.img'))).id;
      const ids = await addEndedInstalls(store, 3);
      const last = (await addInstall(store)).id;
      const { installs } = await store.list({ limit: 10 });
      expect(installs.map(({ id }) => id)).toEqual([last, ids[2], ids[1], waiting]);
      expect(await store.events(ids[0]!, 0, 10)).toEqual([]);
      expect((await store.list({ limit: 1 })).installs).toHaveLength(1);
      expect((await store.unfinished()).map(({ id }) => id)).toEqual([waiting, last]);
    });

    it('deletes the events of the oldest installations first, and counts them', async () => {
      const store = await open({ limits });
      const ids = await addEndedInstalls(store, 6);
      await addInstall(store);
      const dropped = await Promise.all(ids.map(async (id) => (await store.get(id))?.dropped));
      const all = { events: 20, bytes: 20_000 };
      expect(dropped).toEqual([all, all, all, undefined, undefined, undefined]);
      expect((await store.events(ids[0]!, 0, 9)).map(({ type }) => type)).toEqual(['end']);
      expect(await store.events(ids[3]!, 0, 99)).toHaveLength(21);
      expect((await store.get(ids[0]!))?.state).toBe('done');
    });

    it('retains all records of an unfinished installation', async () => {
      const store = await open({ limits });
      const running = await addInstall(store, newInstall('running.img'));
      await store.setStarted(running.id, '');
      await appendEvents(store, running.id, 150_000);
      await addEndedInstalls(store, 6);
      await addInstall(store);
      expect(await store.events(running.id, 0, 999)).toHaveLength(150);
      expect((await store.get(running.id))?.dropped).toBeUndefined();
    });

    it('deletes the oldest installations if their configurations alone exceed the limit', async () => {
      const store = await open({ limits });
      const configuration = 'x'.repeat(30_000);
      const ids: number[] = [];
      while (ids.length < 5) {
        const { id } = await addInstall(store, { configuration });
        await store.setEnded(id, ending);
        ids.push(id);
      }
      await addInstall(store);
      const found = await Promise.all(ids.map(async (id) => (await store.get(id))?.id));
      expect(found).toEqual([undefined, undefined, undefined, ids[3], ids[4]]);
    });

    it('adds unrecorded events to the number of deleted events', async () => {
      const store = await open({ limits });
      const { id } = await addInstall(store);
      await appendEvents(store, id, 20_000);
      await store.setEnded(id, { ...ending, dropped: { events: 5, bytes: 500 } });
      await addEndedInstalls(store, 6);
      expect((await store.get(id))?.dropped).toEqual({ events: 25, bytes: 20_500 });
    });

    it('drops the oldest webhooks of a receiver if more than a thousand are waiting', async () => {
      const engine = await (await create()).open();
      const waiting = Array.from({ length: 1_000 }, (_, index) => ({
        id: `msg_${index}`,
        endpoint: 'a',
        body: '',
        attempts: 0,
        due: index,
      }));
      await engine.transaction((database) => database.insertInto('deliveries').values(waiting).execute());
      const store = await Store.open(engine, { endpoints: ['a', 'b'] });
      onTestFinished(() => store.close());
      await addInstall(store);
      expect(await store.outbox.count()).toBe(1_001);
      expect((await store.outbox.next('a'))?.id).toBe('msg_1');
    });
  });
}

/** Runs an installation to its end. */
export async function runInstallation(
  store: Store,
  state: EndState,
  resumable: boolean,
  more: { readonly began?: boolean; readonly target?: string; readonly hash?: string } = {},
): Promise<number> {
  const { began = true, target = 'disk.img', hash = '$6$hash' } = more;
  const { id } = await store.add(newInstall(target), 'queued', () => newJob({ hashes: { root: hash } }));
  if (began) await store.setStarted(id, '');
  await store.setEnded(id, { state, ended: '', resumable });
  return id;
}

function describeResumable(name: string, open: OpenStore): void {
  describe(`a resumable installation in ${name}`, () => {
    it('remains resumable if later installations have other targets, were refused or never started', async () => {
      const store = await open();
      const id = await runInstallation(store, 'failed', true);
      await runInstallation(store, 'done', false, { target: 'other.img' });
      await runInstallation(store, 'refused', false);
      await runInstallation(store, 'cancelled', false, { began: false });
      const install = await store.get(id);
      expect(install?.resumable).toBe(true);
      expect(await store.job(id)).toBeDefined();
      expect(await store.successor(install!)).toBeUndefined();
    });

    it.each([
      ['done', false],
      ['failed', true],
      ['interrupted', true],
      ['cancelled', true],
      ['refused', true],
    ] as const)(
      'is no longer resumable after a later installation onto its target is %s',
      async (state, resumable) => {
        const store = await open();
        const id = await runInstallation(store, 'failed', true);
        const later = await runInstallation(store, state, resumable);
        const install = await store.get(id);
        expect(install?.resumable).toBe(false);
        expect(await store.job(id)).toBeUndefined();
        expect((await store.successor(install!))?.id).toBe(later);
        expect(await store.replacement(install!)).toBe(state === 'done' ? later : undefined);
        expect((await store.get(later))?.resumable).toBe(resumable);
      },
    );

    it('is not resumable while a later installation onto its target waits, but is resumable again after its refusal', async () => {
      const store = await open();
      const id = await runInstallation(store, 'interrupted', true);
      const later = await store.add(newInstall(), 'queued', () => newJob());
      expect((await store.get(id))?.resumable).toBe(false);
      await runInstallation(store, 'done', false, { target: 'other.img' });
      await store.setEnded(later.id, { state: 'refused', ended: '', resumable: false });
      expect((await store.get(id))?.resumable).toBe(true);
    });
  });
}
