import { writeFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { setUp } from '../testing/service.ts';
import { temporaryFolder } from '../testing/fakes.ts';

/**
 * Writes the state folder of a service at commit 8a21c6d that was killed while one installation was running and another
 * was waiting.
 */
function writeEarlierState(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'state'));
  for (const extension of ['db', 'db-wal']) {
    const packed = readFileSync(new URL(`fixtures/killed-8a21c6d.${extension}.gz`, import.meta.url));
    writeFileSync(join(folder, 'state', `service.${extension}`), gunzipSync(packed));
  }
  return folder;
}

it('a state folder written by commit 8a21c6d is migrated with all installations, configurations and events', async () => {
  const folder = writeEarlierState();
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
  const { begin } = await setUp({}, writeEarlierState());
  expect(await begin('done.img')).toBe(9);
});
