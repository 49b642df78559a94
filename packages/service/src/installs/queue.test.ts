import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { heldInstaller, logEvent, newInstall, resultOf, temporaryFolder } from '../testing/fakes.ts';
import { createChanges } from './changes.ts';
import type { Install } from './install.ts';
import { createQueue, type Installer, type Job, type Queue } from './queue.ts';

const job: Job = { config: { file: 'configuration', text: '{"!root-password": "canary-of-the-queue"}' } };

function setUp(install: Installer, folder = temporaryFolder()) {
  const store = openStore(folder);
  const faults: string[] = [];
  const queue = createQueue({
    store,
    changes: createChanges(),
    install,
    limit: 2,
    now: () => new Date('2026-11-20T10:00:00Z'),
    fault: (message) => faults.push(message),
  });
  return { store, queue, faults, folder };
}

function added(queue: Queue, target: string): Install {
  const install = queue.add(newInstall(target), job);
  if (typeof install === 'string') throw new Error(install);
  return install;
}

describe('queue', () => {
  it('runs one at a time, in order, and keeps how each ended', async () => {
    const { runs, install } = heldInstaller();
    const { store, queue } = setUp(install);
    const first = added(queue, 'a.img');
    const second = added(queue, 'b.img');
    expect([first.state, second.state]).toEqual(['running', 'queued']);
    expect(runs).toHaveLength(1);
    expect(runs[0]!.request.config).toBe(job.config);
    runs[0]!.request.onEvent!(logEvent(1, 'hello'));
    runs[0]!.end(resultOf('done'));
    await turn();
    expect(store.get(first.id)).toMatchObject({ state: 'done', resumable: false });
    expect(store.events(first.id, 0, 9).map(({ type }) => type)).toEqual(['log', 'end']);
    expect(store.get(second.id)?.state).toBe('running');
    const failure = { id: 'packages', message: 'No such package', tail: ['x'], next: 'Take it out' };
    runs[1]!.end(resultOf('failed', { failure, resumable: true }));
    await turn();
    expect(store.get(second.id)).toMatchObject({ state: 'failed', resumable: true, trouble: failure });
  });

  it.each([
    ['findings', 'refused'],
    ['usage', 'refused'],
    ['refused', 'refused'],
    ['failed', 'failed'],
    ['interrupted', 'interrupted'],
  ] as const)('keeps an outcome of %s as %s, with what to do next', async (outcome, state) => {
    const { runs, install } = heldInstaller();
    const { store, queue } = setUp(install);
    const { id } = added(queue, 'a.img');
    const findings = [
      { code: 'W1', severity: 'error', message: 'No room', hint: 'Make room' },
      { code: 'W2', severity: 'warning', message: 'Old', hint: 'Renew' },
      { code: 'W3', severity: 'error', message: 'No mirror', hint: 'Start one' },
    ] as const;
    runs[0]!.end(resultOf(outcome, { findings }));
    await turn();
    expect(store.get(id)).toMatchObject({ state });
    expect(store.get(id)?.trouble).toEqual(
      outcome === 'interrupted'
        ? { message: 'Interrupted', next: expect.stringContaining('Start it again') }
        : { message: 'No room; No mirror', next: 'Make room; Start one' },
    );
  });

  it('refuses a target twice, more than its limit, and everything while it closes', async () => {
    const { runs, install } = heldInstaller();
    const { queue } = setUp(install);
    added(queue, 'a.img');
    added(queue, 'b.img');
    expect(queue.add(newInstall('a.img'), job)).toBe('target-taken');
    expect(queue.add(newInstall('b.img'), job)).toBe('target-taken');
    added(queue, 'c.img');
    expect(queue.add(newInstall('d.img'), job)).toBe('full');
    const closed = queue.close(60_000);
    expect(queue.add(newInstall('e.img'), job)).toBe('closing');
    runs[0]!.end(resultOf('interrupted', { resumable: true }));
    expect(await closed).toBe('clean');
    expect(runs).toHaveLength(1);
  });

  it('cancels what waits at once and what runs by its signal', async () => {
    const { runs, install } = heldInstaller();
    const { store, queue } = setUp(install);
    const running = added(queue, 'a.img');
    const waiting = added(queue, 'b.img');
    expect(queue.cancel(waiting.id)).toBe(true);
    expect(store.get(waiting.id)).toMatchObject({ state: 'interrupted', resumable: false });
    expect(queue.cancel(running.id)).toBe(true);
    expect(runs[0]!.request.signal!.aborted).toBe(true);
    expect(queue.busy).toBe(true);
    expect(store.get(running.id)?.state).toBe('running');
    runs[0]!.end(resultOf('interrupted', { resumable: true }));
    await turn();
    expect(store.get(running.id)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(queue.busy).toBe(false);
    expect(queue.cancel(running.id)).toBe(false);
    expect(queue.cancel(99)).toBe(false);
  });

  it('goes on after a fault of the installer, and shows nothing of the fault', async () => {
    const { runs, install } = heldInstaller();
    const { store, queue, faults } = setUp(install);
    const { id } = added(queue, 'a.img');
    added(queue, 'b.img');
    runs[0]!.fail(new TypeError('cannot read canary-of-the-queue'));
    await turn();
    expect(store.get(id)).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(store.get(id))).not.toContain('canary');
    expect(faults).toEqual([`Installation ${id} ended with a fault of writ`]);
    expect(runs).toHaveLength(2);
  });

  it('does not wait longer than it may when it closes', async () => {
    const { install } = heldInstaller();
    const { queue } = setUp(install);
    added(queue, 'a.img');
    expect(await queue.close(1)).toBe('late');
  });

  it('marks what an earlier service left open as interrupted, and says how to go on', () => {
    const { install } = heldInstaller();
    const before = setUp(install);
    const running = added(before.queue, 'a.img');
    const waiting = added(before.queue, 'b.img');
    before.store.close();
    const { store, queue } = setUp(install, before.folder);
    expect(store.get(running.id)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(store.get(running.id)?.trouble?.next).toContain('same configuration');
    expect(store.get(waiting.id)).toMatchObject({ state: 'interrupted', resumable: false });
    expect(store.events(running.id, 0, 9).at(-1)?.type).toBe('end');
    expect(added(queue, 'a.img').state).toBe('running');
  });
});
