import { phrase, phrasesOf, textOf } from '@writ/diagnostics';
import { term } from '@writ/installer/internal';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { InjectResponse } from '@writ/http/testing';
import type { InstallResult } from '@writ/installer';
import { describe, expect, it, vi } from 'vitest';
import { newResult, writeWritImage, type HeldRun } from './testing/fakes.ts';
import {
  canaries,
  emptyLock,
  example,
  planOf,
  unhashableConfiguration,
  setUp,
  type SetUp,
} from './testing/service.ts';

const interrupted = newResult('interrupted', { resumable: true });

async function waitForRun({ runs }: SetUp, index: number): Promise<HeldRun> {
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(index), { timeout: 30_000 });
  return runs[index]!;
}

async function endRun(set: SetUp, index: number, result: InstallResult): Promise<void> {
  (await waitForRun(set, index)).end(result);
  await turn();
}

function resume({ send }: SetUp, id: number, json: object = {}): Promise<InjectResponse> {
  return send({ method: 'POST', url: `/api/installs/${id}/resume`, json });
}

const get = async ({ send }: SetUp, id: number) => (await send(`/api/installs/${id}`)).json();

it('the next step of a failure names no option of the command line, in the installation and in its events', async () => {
  const set = await setUp();
  const id = await set.begin('disk.img');
  const instruction = phrase`Fix the problem, then ${term('resume')}.`;
  const texts = { id: 'packages', message: 'pacman --lock ended', tail: [] };
  const failure = { ...texts, next: textOf(instruction), ...phrasesOf({ next: instruction }) };
  const { request } = await waitForRun(set, 0);
  request.onEvent!({ type: 'failure', number: 1, time: '2026-11-20T10:00:00.000Z', ...failure });
  await endRun(set, 0, newResult('failed', { failure, resumable: true }));
  const next = 'Fix the problem, then resume the installation.';
  expect((await get(set, id)).failure).toEqual({ ...texts, next });
  const events = (await set.send(`/api/installs/${id}/events`)).text();
  expect(events).toContain(next);
  expect(events).not.toContain('--resume');
  expect(events).not.toContain('phrases');
});

describe('a resumed installation', () => {
  it('has the original configuration, with hashed passwords', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img', { lock: emptyLock });
    await endRun(set, 0, interrupted);
    expect(await get(set, id)).toMatchObject({ resumable: true });
    const response = await resume(set, id);
    expect([response.status, response.headers['location']]).toEqual([202, `/api/installs/${id + 1}`]);
    expect(response.json()).toMatchObject({ id: id + 1, target: 'disk.img', resume: true });
    const first = set.runs[0]!.request;
    const { request } = await waitForRun(set, 1);
    expect(request).toMatchObject({
      config: first.config,
      creds: { text: expect.stringContaining('$6$') },
      lock: { text: emptyLock },
      targets: first.targets,
      planSha256: first.planSha256,
      resume: true,
      rerunCommand: false,
    });
    expect(request.creds!.text).not.toContain('canary');
    expect(request.onlyContinue).toBeUndefined();
    expect(await get(set, id)).toMatchObject({ resumable: false });
  });

  it('requires no request body, and runs a custom command again with rerunCommand', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img');
    await endRun(set, 0, interrupted);
    expect((await set.send({ method: 'POST', url: `/api/installs/${id}/resume` })).status).toBe(202);
    await endRun(set, 1, newResult('failed', { resumable: true }));
    expect((await resume(set, id + 1, { rerunCommand: true })).status).toBe(202);
    expect((await waitForRun(set, 2)).request.rerunCommand).toBe(true);
    await endRun(set, 2, interrupted);
    // rerunCommand applies to a single request.
    expect((await resume(set, id + 2)).status).toBe(202);
    expect((await waitForRun(set, 3)).request.rerunCommand).toBe(false);
  });

  it('accepts neither a configuration nor other members', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img');
    await endRun(set, 0, interrupted);
    for (const json of [{ configuration: example }, { resume: true }, { rerunCommand: 1 }]) {
      expect((await resume(set, id, json)).status).toBe(400);
    }
    expect((await resume(set, 99)).status).toBe(404);
  });

  it('is refused, with the number of the later installation, after a later installation to the same target completed', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img');
    await endRun(set, 0, interrupted);
    const later = await set.begin('disk.img');
    expect((await resume(set, id)).json()).toMatchObject({ status: 409, code: 'not-resumable' });
    await endRun(set, 1, newResult('done'));
    expect(await get(set, id)).toMatchObject({ resumable: false });
    const refused = await resume(set, id);
    expect([refused.status, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'not-resumable',
        detail: `Installation ${later} has since used disk.img`,
      }),
    ]);
    expect(set.runs).toHaveLength(2);
  });

  it('is refused if the original installation is running or done, but not after a later installation was refused', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img');
    expect((await resume(set, id)).json().detail).toContain('has not ended');
    await endRun(set, 0, interrupted);
    await set.begin('disk.img');
    await endRun(set, 1, newResult('refused'));
    expect(await get(set, id)).toMatchObject({ resumable: true });
    expect((await resume(set, id)).status).toBe(202);
    await endRun(set, 2, newResult('done'));
    expect((await resume(set, id + 2)).json().detail).toContain('is complete');
    expect((await resume(set, id)).json().detail).toContain(`Installation ${id + 2} has since used`);
  });

  it('may only continue, but not start over, if its target now has different content', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img');
    await endRun(set, 0, interrupted);
    writeWritImage(join(set.service.images, 'disk.img'));
    expect((await resume(set, id)).status).toBe(202);
    const { request } = await waitForRun(set, 1);
    expect(request).toMatchObject({ resume: true, onlyContinue: true });
    expect(request.planSha256).toBeUndefined();
  });

  it('may start over if its target still has the content whose loss was confirmed', async () => {
    const set = await setUp();
    writeWritImage(join(set.service.images, 'disk.img'));
    const id = await set.begin('disk.img', { overwrite: true });
    await endRun(set, 0, interrupted);
    expect((await resume(set, id)).status).toBe(202);
    expect((await waitForRun(set, 1)).request.onlyContinue).toBeUndefined();
    await endRun(set, 1, interrupted);
    writeWritImage(join(set.service.images, 'disk.img'));
    expect((await resume(set, id + 1)).status).toBe(202);
    expect((await waitForRun(set, 2)).request.onlyContinue).toBe(true);
  });

  it('is refused if its image is no longer in the images folder', async () => {
    const before = await setUp();
    const id = await before.begin('disk.img');
    await before.service.release();
    const set = await setUp({ images: join(before.folder, 'other') }, before.folder);
    const refused = await resume(set, id);
    expect([refused.status, refused.json().code]).toEqual([409, 'not-resumable']);
    expect(refused.json().detail).toContain('images folder');
  });

  it('requires the secrets that cannot be hashed, and waits for them', async () => {
    const set = await setUp();
    const id = await set.begin('disk.img', { configuration: unhashableConfiguration });
    await endRun(set, 0, interrupted);
    const response = await resume(set, id);
    expect(response.json()).toMatchObject({
      state: 'needs-secret',
      needs: ['login of http://127.0.0.1:7879/$repo/os/$arch'],
    });
    expect((await set.start('disk.img')).status).toBe(409);
    const name = response.json().needs[0];
    const url = `/api/installs/${id + 1}/secrets`;
    expect((await set.send({ method: 'POST', url, json: { [name]: `me:${canaries[2]}` } })).status).toBe(202);
    const { request } = await waitForRun(set, 1);
    expect(request.creds!.text).toContain(canaries[2]);
  });
});

describe('an installation that waited', () => {
  it('is refused if unconfirmed data would be lost', async () => {
    const set = await setUp();
    await set.begin('first.img');
    const id = await set.begin('disk.img');
    writeWritImage(join(set.service.images, 'disk.img'));
    await endRun(set, 0, newResult('done'));
    await vi.waitFor(async () => expect(await get(set, id)).toMatchObject({ state: 'refused' }), {
      timeout: 30_000,
    });
    expect((await get(set, id)).failure.message).toContain('data whose loss you have not confirmed');
    expect(set.runs).toHaveLength(1);
  });

  it('runs if the confirmed plan and losses are unchanged', async () => {
    const set = await setUp();
    await set.begin('first.img');
    writeWritImage(join(set.service.images, 'disk.img'));
    await set.begin('disk.img', { overwrite: true });
    const { digest } = (await set.send(planOf(example, 'disk.img'))).json();
    await endRun(set, 0, newResult('done'));
    const { request } = await waitForRun(set, 1);
    expect(request).toMatchObject({ planSha256: digest, resume: false, yes: true });
  });

  it('is refused if writing to its target is no longer allowed', async () => {
    const set = await setUp();
    await set.begin('first.img');
    const id = await set.begin('disk.img');
    writeFileSync(join(set.service.images, 'disk.img'), 'a photo album');
    await endRun(set, 0, newResult('done'));
    await vi.waitFor(async () => expect(await get(set, id)).toMatchObject({ state: 'refused' }), {
      timeout: 30_000,
    });
    expect((await get(set, id)).failure.message).toContain('an image that Writ made');
  });
});
