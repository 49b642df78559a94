import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { inject } from '@writ/http/testing';
import { describe, expect, it, vi } from 'vitest';
import { logEvent, newResult } from './testing/fakes.ts';
import { setUp, type SetUp } from './testing/service.ts';
import { smallDisk } from './testing/small-disk.ts';

const root = process.getuid?.() === 0;

const requestHealth = async ({ service }: SetUp) => {
  const response = await inject(service.router, { url: '/health', headers: { host: 'localhost' } });
  return [response.status, response.json()];
};

describe.runIf(root)('a service whose state disk is full', () => {
  it('reports the full disk in /health, refuses new installations, and still shows completed installations as done', async () => {
    const disk = smallDisk();
    const state = join(disk.folder, 'state');
    const set = await setUp({ state });
    const id = await set.begin('disk.img');
    disk.fill();
    for (let number = 1; number <= 3_000; number += 1) {
      set.runs[0]!.request.onEvent!(logEvent(number, 'x'.repeat(4_000)));
    }
    set.runs[0]!.end(newResult('done'));
    await turn();
    expect((await set.send(`/api/installs/${id}`)).json()).toMatchObject({ state: 'done' });
    const events = await set.send(`/api/installs/${id}/events`);
    expect(events.text()).toMatch(/event: end\ndata: .*"state":"done"/);
    expect(await requestHealth(set)).toEqual([
      503,
      {
        status: 'failing',
        problems: [{ code: 'state-full', detail: 'The disk that contains the state folder is full' }],
      },
    ]);
    const refused = await set.start('other.img');
    expect([refused.status, refused.headers['content-type'], refused.json()]).toEqual([
      507,
      'application/problem+json',
      expect.objectContaining({
        code: 'state-full',
        detail: expect.stringContaining(state),
      }),
    ]);
    expect(set.runs).toHaveLength(1);

    disk.free();
    await vi.waitFor(async () => expect(await requestHealth(set)).toEqual([200, { status: 'ok' }]), {
      timeout: 30_000,
    });
    expect((await set.start('other.img')).status).toBe(202);
    expect((await set.send(`/api/installs/${id}`)).json()).toMatchObject({
      state: 'done',
      dropped: { events: expect.any(Number) },
    });
    await set.service.release();
    const restarted = await setUp({ state }, set.folder);
    expect((await restarted.send(`/api/installs/${id}`)).json()).toMatchObject({ state: 'done' });
  });
});
