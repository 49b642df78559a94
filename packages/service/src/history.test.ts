import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { InjectResponse } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import type { Install } from './records/install.ts';
import { logEvent, newResult, writeWritImage } from './testing/fakes.ts';
import { canaries, installable, setUp, type SetUp } from './testing/service.ts';

/** Runs one installation for each outcome, onto a separate image. */
async function runEach(
  set: SetUp,
  outcomes: readonly ('done' | 'failed')[],
  configuration = installable,
): Promise<void> {
  for (const [index, outcome] of outcomes.entries()) {
    const { length } = set.runs;
    await set.begin(`disk${index}.img`, { configuration });
    set.runs[length]!.request.onEvent!(logEvent(1, 'one line'));
    set.runs[length]!.end(newResult(outcome));
    await turn();
  }
}

const idsOf = (response: InjectResponse): number[] =>
  (response.json() as readonly Install[]).map(({ id }) => id);

describe('GET /api/installs', () => {
  it('returns installations in pages, with the link to the next page and the total number', async () => {
    const set = await setUp();
    await runEach(set, ['done', 'failed', 'done', 'done', 'done']);
    const first = await set.send('/api/installs?limit=2&state=done');
    expect(idsOf(first)).toEqual([5, 4]);
    expect(first.headers).toMatchObject({
      'x-total-count': '4',
      link: '</api/installs?limit=2&state=done&before=4>; rel="next"',
    });
    const second = await set.send('/api/installs?limit=2&state=done&before=4');
    expect(idsOf(second)).toEqual([3, 1]);
    expect(second.headers).toMatchObject({
      'x-total-count': '4',
      link: '</api/installs?limit=2&state=done>; rel="first"',
    });
    const all = await set.send('/api/installs');
    expect([idsOf(all), all.headers['x-total-count'], all.headers['link']]).toEqual([
      [5, 4, 3, 2, 1],
      '5',
      undefined,
    ]);
  });

  it('filters installations by state, target, text and creation time', async () => {
    const set = await setUp();
    await runEach(set, ['done', 'failed'], installable.replace('demonstration', 'web-server'));
    await runEach(set, ['done']);
    const search = async (query: string): Promise<number[]> =>
      idsOf(await set.send(`/api/installs?${query}`));
    const { created } = (await set.send('/api/installs/2')).json() as Install;
    const later = encodeURIComponent(new Date(Date.parse(created) + 60_000).toISOString());
    expect([
      await search('state=failed'),
      await search('state=failed&state=done'),
      await search('target=disk1.img'),
      await search('text=WEB-server'),
      await search('text=web_server'),
      await search('text=disk0'),
      await search('until=2020-01-01'),
      await search(`since=${encodeURIComponent(created)}&state=failed`),
      await search(`since=${later}`),
      await search(`text=${canaries[0]}`),
    ]).toEqual([[2], [3, 2, 1], [2], [2, 1], [], [3, 1], [], [2], [], []]);
  });

  it.each(['state=ready', 'since=yesterday', 'before=x', 'limit=x'])(
    'rejects the query %s',
    async (query) => {
      const { send } = await setUp();
      expect((await send(`/api/installs?${query}`)).status).toBe(400);
    },
  );
});

describe('DELETE /api/installs/{id}', () => {
  const remove = ({ send }: SetUp, url: string): Promise<InjectResponse> => send({ method: 'DELETE', url });

  async function completeInstallation(): Promise<SetUp & { readonly image: string }> {
    const set = await setUp();
    await runEach(set, ['done']);
    const image = join(set.service.images, 'disk0.img');
    writeWritImage(image);
    return { ...set, image };
  }

  it('deletes an ended installation with its events, reports what was deleted, and keeps the image', async () => {
    const set = await completeInstallation();
    const events = (await set.send('/api/installs/1/events')).text();
    const bytes = [...events.matchAll(/^data: (.*)$/gm)].reduce((sum, [, data]) => sum + data!.length, 0);
    const response = await remove(set, '/api/installs/1');
    expect([response.status, response.json()]).toEqual([200, { id: 1, events: 2, bytes }]);
    expect((await set.send('/api/installs/1')).status).toBe(404);
    expect((await set.send('/api/installs/1/events')).status).toBe(404);
    expect(existsSync(set.image)).toBe(true);
    expect((await remove(set, '/api/installs/1')).status).toBe(404);
    expect(await set.begin('disk0.img', { overwrite: true })).toBe(2);
  });

  it('deletes the image too if image=true is set', async () => {
    const set = await completeInstallation();
    const response = await remove(set, '/api/installs/1?image=true');
    expect(response.json()).toMatchObject({ id: 1, image: { name: 'disk0.img', bytes: 1024 } });
    expect(existsSync(set.image)).toBe(false);
  });

  it('deletes neither the installation nor its image if Writ did not create the image', async () => {
    const set = await completeInstallation();
    writeFileSync(set.image, 'another file');
    const response = await remove(set, '/api/installs/1?image=true');
    expect([response.status, response.json().detail]).toEqual([409, 'disk0.img was not created by Writ']);
    expect(existsSync(set.image)).toBe(true);
    expect((await set.send('/api/installs/1')).status).toBe(200);
  });

  it('refuses to delete an image that a later installation has replaced or will replace', async () => {
    const set = await completeInstallation();
    await set.begin('disk0.img', { overwrite: true });
    const waiting = await remove(set, '/api/installs/1?image=true');
    expect([waiting.status, waiting.json().detail]).toEqual([
      409,
      'Installation 2 is going to replace disk0.img',
    ]);
    set.runs[1]!.end(newResult('done'));
    await turn();
    expect((await remove(set, '/api/installs/1?image=true')).json().detail).toContain(
      'Installation 2 replaced',
    );
    expect((await remove(set, '/api/installs/1')).status).toBe(200);
    expect(existsSync(set.image)).toBe(true);
  });

  it('refuses to delete an installation that has not ended', async () => {
    const set = await setUp();
    await set.begin('disk0.img');
    await set.begin('disk1.img');
    for (const id of [1, 2]) {
      const response = await remove(set, `/api/installs/${id}`);
      expect([response.status, response.json().detail]).toEqual([
        409,
        `Installation ${id} has not ended; cancel it with POST /api/installs/${id}/cancel first`,
      ]);
    }
  });
});
