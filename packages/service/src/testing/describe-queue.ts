import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JobWithSecrets } from '../records/job.ts';
import { createSeal, type Seal } from '../jobs/seal.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { openStore, type CreateDatabase, type TestDatabase } from './databases.ts';
import { heldInstaller, type HeldRun, logEvent, newInstall, newJob, newResult } from './fakes.ts';
import { createNotifier } from '../installs/notifier.ts';
import type { Install, InstallFailure } from '../records/install.ts';
import { InstallQueue } from '../installs/queue.ts';
import type { Queue } from '../installs/queue-interface.ts';
import type { QueuedInstallation, RunRequest } from '../installs/run-installation.ts';

const canary = 'canary-of-the-queue';
const withSecret: JobWithSecrets = {
  job: newJob({ needs: [{ name: 'login', login: false }] }),
  secrets: new Map([['login', new Secret(canary)]]),
};
const plain: JobWithSecrets = { job: newJob(), secrets: new Map() };

interface Options {
  readonly database?: TestDatabase;
  readonly seal?: Seal | undefined;
  readonly revalidate?: (
    entry: QueuedInstallation,
    signal: AbortSignal,
  ) => Promise<RunRequest | InstallFailure>;
}

async function setUpQueue(database: TestDatabase, { seal, revalidate }: Omit<Options, 'database'>) {
  const { runs, install } = heldInstaller();
  const store = await openStore(database);
  const reportedErrors: string[] = [];
  const revalidatedIds: number[] = [];
  const request = ({ id }: QueuedInstallation): RunRequest => ({
    config: { file: `job ${id}`, text: '' },
    yes: true,
  });
  const queue = await InstallQueue.open({
    store,
    notifier: createNotifier(),
    install,
    toRunRequest: request,
    revalidateConsent: (entry, signal) => {
      revalidatedIds.push(entry.id);
      return revalidate?.(entry, signal) ?? Promise.resolve(request(entry));
    },
    seal,
    limit: 2,
    retry: 5,
    now: () => new Date('2026-11-20T10:00:00Z'),
    reportError: (message) => reportedErrors.push(message),
  });
  let closed = false;
  const kill = async (): Promise<void> => {
    if (!closed) await store.close();
    closed = true;
  };
  onTestFinished(kill);
  return { store, queue, reportedErrors, database, runs, revalidatedIds, kill };
}

async function addToQueue(queue: Queue, target: string, open = plain, resume = false): Promise<Install> {
  const install = await queue.add({ ...newInstall(target), resume }, open);
  if (typeof install === 'string') throw new Error(install);
  return install;
}

function statesOf(store: Store, installs: readonly Install[]): Promise<(string | undefined)[]> {
  return Promise.all(installs.map(async ({ id }) => (await store.get(id))?.state));
}

/** Ends a run as soon as it has started, and waits until its outcome has been recorded. */
async function endRun(
  { queue, runs }: { readonly queue: Queue; readonly runs: readonly HeldRun[] },
  index: number,
  result = newResult('done'),
): Promise<void> {
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(index));
  const { endedCount } = queue;
  runs[index]!.end(result);
  await vi.waitFor(() => expect(queue.endedCount).toBeGreaterThan(endedCount));
}

/** Declares the tests that the queue passes with every engine of the store. */
export function describeQueue(name: string, create: CreateDatabase): void {
  const setUp = async ({ database, ...options }: Options = {}) =>
    setUpQueue(database ?? (await create()), options);

  describe(`the queue of ${name}`, async () => {
    it('runs one installation at a time, in order, and stores each outcome', async () => {
      const { store, queue, runs } = await setUp();
      const first = await addToQueue(queue, 'a.img');
      const second = await addToQueue(queue, 'b.img');
      expect([first.state, second.state]).toEqual(['running', 'queued']);
      expect(runs).toHaveLength(1);
      expect(runs[0]!.request.config.file).toBe(`job ${first.id}`);
      runs[0]!.request.onEvent!(logEvent(1, 'hello'));
      await endRun({ queue, runs }, 0);
      expect(await store.get(first.id)).toMatchObject({ state: 'done', resumable: false });
      expect((await store.events(first.id, 0, 9)).map(({ type }) => type)).toEqual(['log', 'end']);
      await expect.poll(async () => (await store.get(second.id))?.state).toBe('running');
      const failure = { id: 'packages', message: 'No such package', tail: ['x'], next: 'Take it out' };
      await endRun({ queue, runs }, 1, newResult('failed', { failure, resumable: true }));
      expect(await store.get(second.id)).toMatchObject({ state: 'failed', resumable: true, failure });
    });

    it.each([
      ['findings', 'refused'],
      ['usage', 'refused'],
      ['refused', 'refused'],
      ['failed', 'failed'],
      ['interrupted', 'interrupted'],
    ] as const)('stores an outcome of %s as %s, with the next step', async (outcome, state) => {
      const { store, queue, runs } = await setUp();
      const { id } = await addToQueue(queue, 'a.img');
      const findings = [
        { code: 'W1', severity: 'error', message: 'No room', hint: 'Make room' },
        { code: 'W2', severity: 'warning', message: 'Old', hint: 'Renew' },
        { code: 'W3', severity: 'error', message: 'No mirror', hint: 'Start one' },
      ] as const;
      await endRun({ queue, runs }, 0, newResult(outcome, { findings }));
      expect(await store.get(id)).toMatchObject({ state });
      expect((await store.get(id))?.failure).toEqual(
        outcome === 'interrupted'
          ? { message: expect.stringContaining('service stopped'), next: expect.stringContaining('Resume') }
          : { message: 'No room; No mirror', next: 'Make room; Start one' },
      );
    });

    it('rejects installations to targets in use, installations beyond its limit, and all installations while it closes', async () => {
      const { queue, runs } = await setUp();
      await addToQueue(queue, 'a.img');
      await addToQueue(queue, 'b.img');
      expect(await queue.add(newInstall('a.img'), plain)).toBe('target-taken');
      expect(await queue.add(newInstall('b.img'), plain)).toBe('target-taken');
      await addToQueue(queue, 'c.img', { ...withSecret, secrets: new Map() });
      expect(await queue.add(newInstall('c.img'), plain)).toBe('target-taken');
      expect(await queue.add(newInstall('d.img'), plain)).toBe('full');
      const closed = queue.close(60_000);
      expect(await queue.add(newInstall('e.img'), plain)).toBe('closing');
      runs[0]!.end(newResult('interrupted', { resumable: true }));
      expect(await closed).toBe('clean');
      expect(runs).toHaveLength(1);
    });

    it("records a user's cancellation as cancelled, and a stop of the service as interrupted", async () => {
      const { store, queue, runs } = await setUp();
      const running = await addToQueue(queue, 'a.img');
      const waiting = await addToQueue(queue, 'b.img');
      const last = await addToQueue(queue, 'c.img');
      expect(await queue.cancel(waiting.id)).toBe(true);
      expect(await store.get(waiting.id)).toMatchObject({ state: 'cancelled', resumable: false });
      expect(await queue.cancel(running.id)).toBe(true);
      expect(runs[0]!.request.signal!.aborted).toBe(true);
      expect(queue.busy).toBe(true);
      expect((await store.get(running.id))?.state).toBe('running');
      await endRun({ queue, runs }, 0, newResult('interrupted', { resumable: true }));
      expect(await store.get(running.id)).toMatchObject({
        state: 'cancelled',
        resumable: true,
        failure: { message: 'Cancelled' },
      });
      await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 30_000 });
      const closed = queue.close(60_000);
      runs[1]!.end(newResult('interrupted', { resumable: true }));
      await closed;
      expect(await store.get(last.id)).toMatchObject({ state: 'interrupted', resumable: true });
      for (const { id } of [running, waiting, last, { id: 99 }]) expect(await queue.cancel(id)).toBe(false);
    });

    it('records a completed installation as done even if it was cancelled', async () => {
      const { store, queue, runs } = await setUp();
      const { id } = await addToQueue(queue, 'a.img');
      await queue.cancel(id);
      await endRun({ queue, runs }, 0);
      expect((await store.get(id))?.state).toBe('done');
    });

    it('continues after an internal error of the installer, without revealing the error', async () => {
      const { store, queue, reportedErrors, runs } = await setUp();
      const { id } = await addToQueue(queue, 'a.img', withSecret);
      await addToQueue(queue, 'b.img');
      runs[0]!.fail(new TypeError(`cannot read ${canary}`));
      await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 30_000 });
      expect(await store.get(id)).toMatchObject({ state: 'failed' });
      expect(JSON.stringify(await store.get(id))).not.toContain('canary');
      expect(reportedErrors).toEqual([`Installation ${id} failed with an internal error`]);
    });

    it('waits no longer than its time limit when it closes', async () => {
      const { queue } = await setUp();
      await addToQueue(queue, 'a.img');
      expect(await queue.close(1)).toBe('late');
    });

    it('starts an installation only after its start is stored', async () => {
      const { store, queue, runs, reportedErrors } = await setUp();
      const started = vi.spyOn(store, 'setStarted').mockImplementation(() => {
        throw new StoreError('state-full');
      });
      const { id, state } = await addToQueue(queue, 'a.img');
      expect(state).toBe('queued');
      await vi.waitFor(() => expect(started.mock.calls.length).toBeGreaterThan(2), { timeout: 30_000 });
      expect([runs.length, reportedErrors.length]).toEqual([0, 1]);
      started.mockRestore();
      await endRun({ queue, runs }, 0);
      expect((await store.get(id))?.state).toBe('done');
    });
  });

  describe(`the queue of ${name}, while the database cannot be used,`, async () => {
    it('accepts an installation that was stored, even if it cannot be read', async () => {
      const { store, queue, runs } = await setUp();
      vi.spyOn(store, 'get').mockRejectedValueOnce(new StoreError('database-unusable'));
      expect(await addToQueue(queue, 'a.img')).toMatchObject({ path: '/images/a.img' });
      await endRun({ queue, runs }, 0);
    });

    it('accepts an installation whose start cannot be stored for any reason', async () => {
      const { store, queue, runs, reportedErrors } = await setUp();
      vi.spyOn(store, 'setStarted').mockRejectedValueOnce(new TypeError('not a failure of the database'));
      const { id, state } = await addToQueue(queue, 'a.img');
      expect(state).toBe('queued');
      await endRun({ queue, runs }, 0);
      expect(reportedErrors).toEqual([`Installation ${id} waits until its start can be stored`]);
    });

    it('reports an ended installation that cannot be read as such', async () => {
      const { store, queue, runs, reportedErrors } = await setUp();
      const { id } = await addToQueue(queue, 'a.img');
      vi.spyOn(store, 'get').mockRejectedValueOnce(new StoreError('database-unusable'));
      await endRun({ queue, runs }, 0);
      expect(reportedErrors).toEqual([`Installation ${id}, which has ended, cannot be read`]);
      expect((await store.get(id))?.state).toBe('done');
    });

    it('interrupts the running installation at once, although another one is being stored', async () => {
      const { store, queue, runs } = await setUp();
      const { id } = await addToQueue(queue, 'a.img');
      const { promise, reject } = Promise.withResolvers<Install>();
      vi.spyOn(store, 'add').mockReturnValueOnce(promise);
      const added = addToQueue(queue, 'b.img');
      const cancelled = queue.cancel(id);
      expect(runs[0]!.request.signal?.aborted).toBe(true);
      // The cancellation counts even if the installation has ended before the queue can change.
      await endRun({ queue, runs }, 0, newResult('interrupted', { resumable: true }));
      reject(new StoreError('database-unusable'));
      await expect(added).rejects.toThrow(StoreError);
      expect(await cancelled).toBe(true);
      expect((await store.get(id))?.state).toBe('cancelled');
    });
  });

  describe(`the validation of consent in the queue of ${name}`, async () => {
    it('is repeated for waiting and resumed installations, but not for immediate starts', async () => {
      const { queue, runs, revalidatedIds } = await setUp();
      await addToQueue(queue, 'a.img');
      const waited = await addToQueue(queue, 'b.img');
      expect(revalidatedIds).toEqual([]);
      await endRun({ queue, runs }, 0);
      await endRun({ queue, runs }, 1);
      const resumed = await addToQueue(queue, 'c.img', plain, true);
      await endRun({ queue, runs }, 2);
      expect(revalidatedIds).toEqual([waited.id, resumed.id]);
    });

    it('refuses an installation without consent, and lets the next one start', async () => {
      const failure = { message: 'Something else is lost', next: 'Look again' };
      const { store, queue, runs } = await setUp({ revalidate: () => Promise.resolve(failure) });
      const first = await addToQueue(queue, 'a.img', plain, true);
      const second = await addToQueue(queue, 'b.img');
      await expect.poll(async () => (await store.get(second.id))?.state).toBe('refused');
      expect(await store.get(first.id)).toMatchObject({ state: 'refused', resumable: false, failure });
      expect(runs).toEqual([]);
    });

    it('does not start an installation that is cancelled in the meantime, but allows it to be resumed', async () => {
      const { store, queue, runs } = await setUp({
        revalidate: (_entry, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ message: 'aborted', next: '' }));
          }),
      });
      const { id } = await addToQueue(queue, 'a.img', plain, true);
      await queue.cancel(id);
      await expect.poll(async () => (await store.get(id))?.state).toBe('cancelled');
      expect((await store.get(id))?.resumable).toBe(true);
      expect(runs).toEqual([]);
    });
  });

  describe(`a queue of ${name} after the service was killed`, async () => {
    it('records the running installation as interrupted, and runs waiting installations in order after begin', async () => {
      const before = await setUp();
      const running = await addToQueue(before.queue, 'a.img');
      const waiting = [await addToQueue(before.queue, 'b.img'), await addToQueue(before.queue, 'c.img')];
      await before.kill();
      const { store, queue, runs, revalidatedIds } = await setUp({ database: before.database });
      expect(await store.get(running.id)).toMatchObject({ state: 'interrupted', resumable: true });
      expect((await store.events(running.id, 0, 9)).at(-1)?.type).toBe('end');
      expect(await statesOf(store, waiting)).toEqual(['queued', 'queued']);
      expect(runs).toEqual([]);
      expect(await queue.add(newInstall('b.img'), plain)).toBe('target-taken');
      queue.begin();
      await endRun({ queue, runs }, 0);
      await endRun({ queue, runs }, 1);
      expect(await statesOf(store, waiting)).toEqual(['done', 'done']);
      expect(revalidatedIds).toEqual(waiting.map(({ id }) => id));
    });

    it('lets the running installation end while it drains, and starts no other', async () => {
      const { store, queue, runs } = await setUp();
      const running = await addToQueue(queue, 'a.img');
      const waiting = await addToQueue(queue, 'b.img');
      const never = new AbortController().signal;
      const drained = queue.drain(60_000, never);
      expect([queue.phase, runs[0]!.request.signal?.aborted]).toEqual(['stopping', false]);
      expect(await queue.add(newInstall('c.img'), plain)).toBe('closing');
      runs[0]!.end(newResult('done'));
      await drained;
      expect([queue.busy, await queue.close(60_000)]).toEqual([false, 'clean']);
      expect(await statesOf(store, [running, waiting])).toEqual(['done', 'queued']);
      expect(runs).toHaveLength(1);
    });

    it('stops to drain at its limit and at a signal, and can then be closed', async () => {
      const { store, queue, runs } = await setUp();
      const { id } = await addToQueue(queue, 'a.img');
      await queue.drain(1, new AbortController().signal);
      await queue.drain(60_000, AbortSignal.abort());
      expect(queue.busy).toBe(true);
      const closed = queue.close(60_000);
      expect(runs[0]!.request.signal?.aborted).toBe(true);
      runs[0]!.end(newResult('interrupted', { resumable: true }));
      expect(await closed).toBe('clean');
      expect(await store.get(id)).toMatchObject({ state: 'interrupted', resumable: true });
    });

    it('retains waiting installations when the service is stopped', async () => {
      const before = await setUp();
      await addToQueue(before.queue, 'a.img');
      const waiting = await addToQueue(before.queue, 'b.img');
      const closed = before.queue.close(60_000);
      before.runs[0]!.end(newResult('interrupted', { resumable: true }));
      await closed;
      expect((await before.store.get(waiting.id))?.state).toBe('queued');
      await before.kill();
      const { queue, runs, store } = await setUp({ database: before.database });
      queue.begin();
      await endRun({ queue, runs }, 0);
      expect((await store.get(waiting.id))?.state).toBe('done');
    });

    it('waits for a secret that was not stored, and runs the installation once the secret is supplied', async () => {
      const before = await setUp();
      await addToQueue(before.queue, 'a.img');
      const waiting = await addToQueue(before.queue, 'b.img', withSecret);
      await before.kill();
      const { store, queue, runs, database, kill } = await setUp({ database: before.database });
      expect(await store.get(waiting.id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
      queue.begin();
      await turn();
      expect(runs).toEqual([]);
      const entry = (await queue.getAwaitingSecrets(waiting.id))!;
      expect(await queue.supply(waiting.id, { job: entry.job, secrets: withSecret.secrets })).toBe(true);
      expect(await queue.supply(waiting.id, withSecret)).toBe(false);
      await endRun({ queue, runs }, 0);
      expect(await store.get(waiting.id)).toMatchObject({ state: 'done' });
      expect(await store.get(waiting.id)).not.toHaveProperty('needs');
      await kill();
      expect(await database.readAll()).not.toContain('canary');
    });

    it('waits for the secret again after a second kill, and can cancel the installation', async () => {
      const before = await setUp();
      const { id, state } = await addToQueue(before.queue, 'a.img', { ...withSecret, secrets: new Map() });
      expect(state).toBe('needs-secret');
      await before.kill();
      const { store, queue } = await setUp({ database: before.database });
      expect(await store.get(id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
      expect(await queue.cancel(id)).toBe(true);
      expect(await store.get(id)).toMatchObject({ state: 'cancelled', resumable: false });
      expect(await queue.getAwaitingSecrets(id)).toBeUndefined();
    });

    it('unseals a secret if the key is unchanged', async () => {
      const seal = createSeal([randomBytes(32)]);
      const before = await setUp({ seal });
      await addToQueue(before.queue, 'a.img');
      const { id } = await addToQueue(before.queue, 'b.img', withSecret);
      await before.kill();
      for (const other of [createSeal([randomBytes(32)]), undefined]) {
        const { store, queue, kill } = await setUp({ database: before.database, seal: other });
        expect(await store.get(id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
        expect((await queue.getAwaitingSecrets(id))?.secrets.size).toBe(0);
        await kill();
      }
      const { queue, runs, store, database, kill } = await setUp({ database: before.database, seal });
      expect((await store.get(id))?.state).toBe('queued');
      expect(await store.get(id)).not.toHaveProperty('needs');
      queue.begin();
      await endRun({ queue, runs }, 0);
      expect((await store.get(id))?.state).toBe('done');
      expect(await store.job(id)).toBeUndefined();
      await kill();
      expect(await database.readAll()).not.toContain('canary');
    });
  });
}
