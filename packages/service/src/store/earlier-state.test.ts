import { writeFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { setUp } from '../testing/service.ts';
import { newResult, temporaryFolder } from '../testing/fakes.ts';

/** Writes the state folder of a service that was killed while one installation was running and another was waiting. */
function writeEarlierState(commit: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'state'));
  for (const extension of ['db', 'db-wal']) {
    const packed = readFileSync(new URL(`fixtures/killed-${commit}.${extension}.gz`, import.meta.url));
    writeFileSync(join(folder, 'state', `service.${extension}`), gunzipSync(packed));
  }
  return folder;
}

it('a state folder written by commit 8a21c6d is migrated with all installations, configurations and events', async () => {
  const folder = writeEarlierState('8a21c6d');
  const { send, service, runs } = await setUp({}, folder);
  service.begin();
  const installs = (await send('/api/installs')).json() as readonly Record<string, unknown>[];
  expect(installs.map(({ id, state, target, resumable }) => [id, state, target, resumable])).toEqual([
    [8, 'interrupted', 'queued.img', false],
    [7, 'interrupted', 'running.img', false],
    [6, 'cancelled', 'cancelled-waiting.img', false],
    [5, 'interrupted', 'cancelled.img', false],
    [4, 'interrupted', 'interrupted.img', false],
    [3, 'refused', 'refused.img', false],
    [2, 'failed', 'failed.img', false],
    [1, 'done', 'done.img', false],
  ]);
  expect(runs).toHaveLength(0);
  for (const { id } of installs) {
    const { configuration } = (await send(`/api/installs/${String(id)}`)).json() as { configuration: string };
    expect(configuration).toContain('"hostname": "demonstration"');
    expect(configuration).not.toContain('demo-root');
  }
  const events = (await send('/api/installs/2/events')).text();
  expect(events).toContain('one line');
  expect(events).toContain('"failure":{"id":"packages","message":"pacman failed"');
  expect((await send('/api/installs/7/events')).text()).toContain('"state":"interrupted"');
  expect(installs[1]).toMatchObject({
    failure: {
      message: 'The service stopped while this installation was running',
      next: 'Start a new installation',
    },
  });
});

it('a migrated state folder accepts further installations, with new numbers', async () => {
  const { begin } = await setUp({}, writeEarlierState('8a21c6d'));
  expect(await begin('done.img')).toBe(9);
});

it('a state folder written by commit d83d017 is migrated, and its installations continue', async () => {
  const { send, service, runs } = await setUp({}, writeEarlierState('d83d017'));
  service.begin();
  const list = async (): Promise<unknown[]> =>
    ((await send('/api/installs')).json() as readonly Record<string, unknown>[])
      .map(({ id, state, target, resumable }) => [id, state, target, resumable])
      .toReversed();
  await vi.waitFor(async () =>
    expect(await list()).toEqual([
      [1, 'done', 'done.img', false],
      [2, 'interrupted', 'interrupted.img', true],
      [3, 'interrupted', 'running.img', true],
      [4, 'running', 'waiting.img', false],
    ]),
  );
  await vi.waitFor(() => expect(runs).toHaveLength(1));
  expect(runs[0]!.request).toMatchObject({
    targets: [expect.stringMatching(/\/waiting\.img$/)],
    resume: false,
  });
  runs[0]!.end(newResult('done'));
  await vi.waitFor(async () => expect((await list())[3]).toEqual([4, 'done', 'waiting.img', false]));
  expect((await send('/api/installs/1/events')).text()).toContain('a line of done.img');
  expect((await send('/api/installs/1/plan')).json()).toHaveProperty('operations');
  // Tables of later formats can be used.
  expect((await send('/api/users')).json()).toEqual([]);
  expect((await send('/api/batches')).json()).toEqual([]);
  expect((await send('/api/nodes')).json()).toEqual([]);
  expect((await send('/api/audit')).json()).toEqual([]);
});
