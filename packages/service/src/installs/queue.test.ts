import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Secret } from '@writ/diagnostics';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JobWithSecrets } from '../records/job.ts';
import { createSeal, type Seal } from '../jobs/seal.ts';
import { StateFolderError } from '../store/state-folder-error.ts';
import { Store } from '../store/store.ts';
import {
  heldInstaller,
  logEvent,
  newInstall,
  newJob,
  newResult,
  temporaryFolder,
  type HeldRun,
} from '../testing/fakes.ts';
import { createNotifier } from './notifier.ts';
import type { Install, InstallFailure } from '../records/install.ts';
import { InstallQueue, type QueuedInstallation, type Queue, type RunRequest } from './queue.ts';

const canary = 'canary-of-the-queue';
const withSecret: JobWithSecrets = {
  job: newJob({ needs: [{ name: 'login', login: false }] }),
  secrets: new Map([['login', new Secret(canary)]]),
};
const plain: JobWithSecrets = { job: newJob(), secrets: new Map() };

interface Options {
  readonly folder?: string;
  readonly seal?: Seal | undefined;
  readonly revalidate?: (
    entry: QueuedInstallation,
    signal: AbortSignal,
  ) => Promise<RunRequest | InstallFailure>;
}

function setUp({ folder = temporaryFolder(), seal, revalidate }: Options = {}) {
  const { runs, install } = heldInstaller();
  const store = new Store(folder);
  const reportedErrors: string[] = [];
  const revalidatedIds: number[] = [];
  const request = ({ id }: QueuedInstallation): RunRequest => ({
    config: { file: `job ${id}`, text: '' },
    yes: true,
  });
  const queue = new InstallQueue({
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
  const kill = (): void => {
    if (!closed) store.close();
    closed = true;
  };
  onTestFinished(kill);
  return { store, queue, reportedErrors, folder, runs, revalidatedIds, kill };
}

function addToQueue(queue: Queue, target: string, open = plain, resume = false): Install {
  const install = queue.add({ ...newInstall(target), resume }, open);
  if (typeof install === 'string') throw new Error(install);
  return install;
}

async function endRun(runs: readonly HeldRun[], index: number, result = newResult('done')): Promise<void> {
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(index), { timeout: 30_000 });
  runs[index]!.end(result);
  await turn();
}

describe('the queue', () => {
  it('runs one installation at a time, in order, and stores each outcome', async () => {
    const { store, queue, runs } = setUp();
    const first = addToQueue(queue, 'a.img');
    const second = addToQueue(queue, 'b.img');
    expect([first.state, second.state]).toEqual(['running', 'queued']);
    expect(runs).toHaveLength(1);
    expect(runs[0]!.request.config.file).toBe(`job ${first.id}`);
    runs[0]!.request.onEvent!(logEvent(1, 'hello'));
    await endRun(runs, 0);
    expect(store.get(first.id)).toMatchObject({ state: 'done', resumable: false });
    expect(store.events(first.id, 0, 9).map(({ type }) => type)).toEqual(['log', 'end']);
    expect(store.get(second.id)?.state).toBe('running');
    const failure = { id: 'packages', message: 'No such package', tail: ['x'], next: 'Take it out' };
    await endRun(runs, 1, newResult('failed', { failure, resumable: true }));
    expect(store.get(second.id)).toMatchObject({ state: 'failed', resumable: true, failure });
  });

  it.each([
    ['findings', 'refused'],
    ['usage', 'refused'],
    ['refused', 'refused'],
    ['failed', 'failed'],
    ['interrupted', 'interrupted'],
  ] as const)('stores an outcome of %s as %s, with the next step', async (outcome, state) => {
    const { store, queue, runs } = setUp();
    const { id } = addToQueue(queue, 'a.img');
    const findings = [
      { code: 'W1', severity: 'error', message: 'No room', hint: 'Make room' },
      { code: 'W2', severity: 'warning', message: 'Old', hint: 'Renew' },
      { code: 'W3', severity: 'error', message: 'No mirror', hint: 'Start one' },
    ] as const;
    await endRun(runs, 0, newResult(outcome, { findings }));
    expect(store.get(id)).toMatchObject({ state });
    expect(store.get(id)?.failure).toEqual(
      outcome === 'interrupted'
        ? { message: expect.stringContaining('service stopped'), next: expect.stringContaining('Resume') }
        : { message: 'No room; No mirror', next: 'Make room; Start one' },
    );
  });

  it('rejects installations to targets in use, installations beyond its limit, and all installations while it closes', async () => {
    const { queue, runs } = setUp();
    addToQueue(queue, 'a.img');
    addToQueue(queue, 'b.img');
    expect(queue.add(newInstall('a.img'), plain)).toBe('target-taken');
    expect(queue.add(newInstall('b.img'), plain)).toBe('target-taken');
    addToQueue(queue, 'c.img', { ...withSecret, secrets: new Map() });
    expect(queue.add(newInstall('c.img'), plain)).toBe('target-taken');
    expect(queue.add(newInstall('d.img'), plain)).toBe('full');
    const closed = queue.close(60_000);
    expect(queue.add(newInstall('e.img'), plain)).toBe('closing');
    runs[0]!.end(newResult('interrupted', { resumable: true }));
    expect(await closed).toBe('clean');
    expect(runs).toHaveLength(1);
  });

  it("records a user's cancellation as cancelled, and a stop of the service as interrupted", async () => {
    const { store, queue, runs } = setUp();
    const running = addToQueue(queue, 'a.img');
    const waiting = addToQueue(queue, 'b.img');
    const last = addToQueue(queue, 'c.img');
    expect(queue.cancel(waiting.id)).toBe(true);
    expect(store.get(waiting.id)).toMatchObject({ state: 'cancelled', resumable: false });
    expect(queue.cancel(running.id)).toBe(true);
    expect(runs[0]!.request.signal!.aborted).toBe(true);
    expect(queue.busy).toBe(true);
    expect(store.get(running.id)?.state).toBe('running');
    await endRun(runs, 0, newResult('interrupted', { resumable: true }));
    expect(store.get(running.id)).toMatchObject({
      state: 'cancelled',
      resumable: true,
      failure: { message: 'Cancelled' },
    });
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 30_000 });
    const closed = queue.close(60_000);
    runs[1]!.end(newResult('interrupted', { resumable: true }));
    await closed;
    expect(store.get(last.id)).toMatchObject({ state: 'interrupted', resumable: true });
    for (const { id } of [running, waiting, last, { id: 99 }]) expect(queue.cancel(id)).toBe(false);
  });

  it('records a completed installation as done even if it was cancelled', async () => {
    const { store, queue, runs } = setUp();
    const { id } = addToQueue(queue, 'a.img');
    queue.cancel(id);
    await endRun(runs, 0);
    expect(store.get(id)?.state).toBe('done');
  });

  it('continues after an internal error of the installer, without revealing the error', async () => {
    const { store, queue, reportedErrors, runs } = setUp();
    const { id } = addToQueue(queue, 'a.img', withSecret);
    addToQueue(queue, 'b.img');
    runs[0]!.fail(new TypeError(`cannot read ${canary}`));
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 30_000 });
    expect(store.get(id)).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(store.get(id))).not.toContain('canary');
    expect(reportedErrors).toEqual([`Installation ${id} failed with an internal error`]);
  });

  it('waits no longer than its time limit when it closes', async () => {
    const { queue } = setUp();
    addToQueue(queue, 'a.img');
    expect(await queue.close(1)).toBe('late');
  });

  it('starts an installation only after its start is stored', async () => {
    const { store, queue, runs, reportedErrors } = setUp();
    const started = vi.spyOn(store, 'setStarted').mockImplementation(() => {
      throw new StateFolderError('state-full');
    });
    const { id, state } = addToQueue(queue, 'a.img');
    expect(state).toBe('queued');
    await vi.waitFor(() => expect(started.mock.calls.length).toBeGreaterThan(2), { timeout: 30_000 });
    expect([runs.length, reportedErrors.length]).toEqual([0, 1]);
    started.mockRestore();
    await endRun(runs, 0);
    expect(store.get(id)?.state).toBe('done');
  });
});

describe('the validation of consent in the queue', () => {
  it('is repeated for waiting and resumed installations, but not for immediate starts', async () => {
    const { queue, runs, revalidatedIds } = setUp();
    addToQueue(queue, 'a.img');
    const waited = addToQueue(queue, 'b.img');
    expect(revalidatedIds).toEqual([]);
    await endRun(runs, 0);
    await endRun(runs, 1);
    const resumed = addToQueue(queue, 'c.img', plain, true);
    await endRun(runs, 2);
    expect(revalidatedIds).toEqual([waited.id, resumed.id]);
  });

  it('refuses an installation without consent, and lets the next one start', async () => {
    const failure = { message: 'Something else is lost', next: 'Look again' };
    const { store, queue, runs } = setUp({ revalidate: () => Promise.resolve(failure) });
    const first = addToQueue(queue, 'a.img', plain, true);
    const second = addToQueue(queue, 'b.img');
    await vi.waitFor(() => expect(store.get(second.id)?.state).toBe('refused'), { timeout: 30_000 });
    expect(store.get(first.id)).toMatchObject({ state: 'refused', resumable: false, failure });
    expect(runs).toEqual([]);
  });

  it('does not start an installation that is cancelled in the meantime, but allows it to be resumed', async () => {
    const { store, queue, runs } = setUp({
      revalidate: (_entry, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ message: 'aborted', next: '' }));
        }),
    });
    const { id } = addToQueue(queue, 'a.img', plain, true);
    queue.cancel(id);
    await vi.waitFor(() => expect(store.get(id)?.state).toBe('cancelled'), { timeout: 30_000 });
    expect(store.get(id)?.resumable).toBe(true);
    expect(runs).toEqual([]);
  });
});

describe('a queue after the service was killed', () => {
  it('records the running installation as interrupted, and runs waiting installations in order after begin', async () => {
    const before = setUp();
    const running = addToQueue(before.queue, 'a.img');
    const waiting = [addToQueue(before.queue, 'b.img'), addToQueue(before.queue, 'c.img')];
    before.kill();
    const { store, queue, runs, revalidatedIds } = setUp({ folder: before.folder });
    expect(store.get(running.id)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(store.events(running.id, 0, 9).at(-1)?.type).toBe('end');
    expect(waiting.map(({ id }) => store.get(id)?.state)).toEqual(['queued', 'queued']);
    expect(runs).toEqual([]);
    expect(queue.add(newInstall('b.img'), plain)).toBe('target-taken');
    queue.begin();
    await endRun(runs, 0);
    await endRun(runs, 1);
    expect(waiting.map(({ id }) => store.get(id)?.state)).toEqual(['done', 'done']);
    expect(revalidatedIds).toEqual(waiting.map(({ id }) => id));
  });

  it('retains waiting installations when the service is stopped', async () => {
    const before = setUp();
    addToQueue(before.queue, 'a.img');
    const waiting = addToQueue(before.queue, 'b.img');
    const closed = before.queue.close(60_000);
    before.runs[0]!.end(newResult('interrupted', { resumable: true }));
    await closed;
    expect(before.store.get(waiting.id)?.state).toBe('queued');
    before.kill();
    const { queue, runs, store } = setUp({ folder: before.folder });
    queue.begin();
    await endRun(runs, 0);
    expect(store.get(waiting.id)?.state).toBe('done');
  });

  it('waits for a secret that was not stored, and runs the installation once the secret is supplied', async () => {
    const before = setUp();
    addToQueue(before.queue, 'a.img');
    const waiting = addToQueue(before.queue, 'b.img', withSecret);
    before.kill();
    const { store, queue, runs, folder, kill } = setUp({ folder: before.folder });
    expect(store.get(waiting.id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
    queue.begin();
    await turn();
    expect(runs).toEqual([]);
    const entry = queue.getAwaitingSecrets(waiting.id)!;
    expect(queue.supply(waiting.id, { job: entry.job, secrets: withSecret.secrets })).toBe(true);
    expect(queue.supply(waiting.id, withSecret)).toBe(false);
    await endRun(runs, 0);
    expect(store.get(waiting.id)).toMatchObject({ state: 'done' });
    expect(store.get(waiting.id)).not.toHaveProperty('needs');
    kill();
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('canary');
    }
  });

  it('waits for the secret again after a second kill, and can cancel the installation', () => {
    const before = setUp();
    const { id, state } = addToQueue(before.queue, 'a.img', { ...withSecret, secrets: new Map() });
    expect(state).toBe('needs-secret');
    before.kill();
    const { store, queue } = setUp({ folder: before.folder });
    expect(store.get(id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
    expect(queue.cancel(id)).toBe(true);
    expect(store.get(id)).toMatchObject({ state: 'cancelled', resumable: false });
    expect(queue.getAwaitingSecrets(id)).toBeUndefined();
  });

  it('unseals a secret if the key is unchanged', async () => {
    const seal = createSeal(randomBytes(32));
    const before = setUp({ seal });
    addToQueue(before.queue, 'a.img');
    const { id } = addToQueue(before.queue, 'b.img', withSecret);
    before.kill();
    for (const other of [createSeal(randomBytes(32)), undefined]) {
      const { store, queue, kill } = setUp({ folder: before.folder, seal: other });
      expect(store.get(id)).toMatchObject({ state: 'needs-secret', needs: ['login'] });
      expect(queue.getAwaitingSecrets(id)?.secrets.size).toBe(0);
      kill();
    }
    const { queue, runs, store, folder, kill } = setUp({ folder: before.folder, seal });
    expect(store.get(id)?.state).toBe('queued');
    expect(store.get(id)).not.toHaveProperty('needs');
    queue.begin();
    await endRun(runs, 0);
    expect(store.get(id)?.state).toBe('done');
    expect(store.job(id)).toBeUndefined();
    kill();
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain('canary');
    }
  });
});
