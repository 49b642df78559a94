import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InjectResponse } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import { newResult } from './testing/fakes.ts';
import { canaries, emptyLock, example, installable, planOf, setUp, type SetUp } from './testing/service.ts';

const image = 'disk.img';

/** Plans and starts an installation with options. */
async function startWith({ send }: SetUp, options: object): Promise<InjectResponse> {
  const json = { configuration: installable, image, ...options };
  const { digest } = (await send({ method: 'POST', url: '/api/installs/plan', json })).json();
  return send({ method: 'POST', url: '/api/installs', json: { ...json, planSha256: digest as string } });
}

describe('the options of a start request', () => {
  const options = {
    firmware: 'bios',
    imageSize: 4 * 1024 ** 3,
    seed: '0123456789abcdef',
    commandLimit: 90,
    mirror: 'https://mirror.example/$repo/os/$arch',
    strict: false,
    advanced: true,
  };

  it('are passed to the plan and the installer, which otherwise use the defaults', async () => {
    const set = await setUp();
    const configuration = installable.replace('systemd-bootctl', 'grub-install');
    const started = await startWith(set, { ...options, configuration, minRate: 1_000_000, lock: emptyLock });
    expect([started.status, started.text()]).toEqual([202, started.text()]);
    expect(set.runs[0]!.request).toMatchObject({
      ...options,
      minRate: { bytes: 1_000_000, seconds: 60 },
      lock: { text: emptyLock },
    });
    const plan = await set.send('/api/installs/1/plan');
    expect(plan.text()).toContain('mirror.example');
    expect(plan.json()).toMatchObject({ target: { layout: { size: 4_294_967_296 } } });
  });

  it('survive a kill of the service', async () => {
    const before = await setUp();
    await before.begin('other.img');
    await startWith(before, { commandLimit: 90 });
    await before.service.release();
    const set = await setUp({}, before.folder);
    set.service.begin();
    await expect.poll(() => set.runs.length, { timeout: 30_000 }).toBe(1);
    expect(set.runs[0]!.request).toMatchObject({ commandLimit: 90 });
  });

  it('are validated like those of the command', async () => {
    const { send } = await setUp();
    const plan = (more: object): Promise<InjectResponse> =>
      send({
        method: 'POST',
        url: '/api/installs/plan',
        json: { configuration: installable, image, ...more },
      });
    expect((await plan({ firmware: 'coreboot' })).status).toBe(400);
    expect((await plan({ seed: 'xyz' })).status).toBe(422);
    const factsRefused = await plan({ facts: 'no facts' });
    expect([factsRefused.status, factsRefused.json().errors[0]]).toEqual([
      422,
      expect.objectContaining({ source: 'facts' }),
    ]);
    expect((await plan({ creds: '/etc/shadow' })).status).toBe(400);
  });

  it('are refused if the package lock is invalid, with the location of each mistake', async () => {
    const set = await setUp();
    const refused = await startWith(set, { lock: emptyLock.replace('"packages"', '"package"') });
    expect(refused.status).toBe(422);
    expect(refused.json().errors).toContainEqual(
      expect.objectContaining({ source: 'lock', pointer: '/package', range: expect.anything() }),
    );
    expect(set.runs).toEqual([]);
    expect((await set.send('/api/installs/1')).status).toBe(404);
  });

  it('include a package lock, which is checked when the installation is planned', async () => {
    const { send } = await setUp();
    const plan = (lock: string): Promise<InjectResponse> =>
      send({ method: 'POST', url: '/api/installs/plan', json: { configuration: installable, image, lock } });
    expect((await plan(emptyLock)).status).toBe(200);
    const refused = await plan(emptyLock.replace('"packages"', '"package"'));
    expect(refused.status).toBe(422);
    expect(refused.json().errors).toContainEqual(expect.objectContaining({ source: 'lock' }));
  });

  it('contain the content of a profile, because a configuration cannot refer to files on the machine of the service', async () => {
    const set = await setUp();
    const path = join(set.folder, 'mine.json');
    writeFileSync(path, '{"packages": ["cage"]}');
    const configuration = JSON.stringify({ ...(JSON.parse(installable) as object), profile: { path } });
    const refused = await set.send(planOf(configuration));
    expect([refused.status, refused.text()]).toEqual([
      422,
      expect.stringContaining('content was not passed'),
    ]);
    expect(refused.text()).not.toContain('cage');
    const started = await startWith(set, { configuration, profile: '{"packages": ["labwc"]}' });
    expect(started.status).toBe(202);
    expect(set.runs[0]!.request).toMatchObject({ localFiles: false, profile: { file: 'profile' } });
    expect((await set.send('/api/installs/1/plan')).text()).toContain('labwc');
  });

  it('include credentials as content, which are merged over the configuration and never stored', async () => {
    const set = await setUp();
    const credentials = JSON.stringify({ '!root-password': canaries[2] });
    const response = await startWith(set, { configuration: example, credentials });
    expect(response.status).toBe(202);
    const { creds } = set.runs[0]!.request;
    expect(String(creds!.text)).toContain(canaries[2]);
    const { root } = JSON.parse(String(creds!.text)) as { root: string };
    expect(root).toMatch(/^\$6\$/);
    for (const file of ['configuration', 'plan']) {
      expect((await set.send(`/api/installs/1/${file}`)).text()).not.toContain(canaries[2]);
    }
  });
});

describe('a start request with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': '0198a1' };

  async function setUpRequest(): Promise<{ readonly set: SetUp; readonly json: Record<string, unknown> }> {
    const set = await setUp();
    const json = { configuration: installable, image };
    const { digest } = (await set.send({ method: 'POST', url: '/api/installs/plan', json })).json();
    return { set, json: { ...json, planSha256: digest as string } };
  }

  it('starts one installation, even after a restart of the service', async () => {
    const { set, json } = await setUpRequest();
    const ask = (to: SetUp): Promise<InjectResponse> =>
      to.send({ method: 'POST', url: '/api/installs', json, headers });
    const first = await ask(set);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([202, undefined]);
    set.runs[0]!.end(newResult('done'));
    const again = await ask(set);
    expect([again.status, again.headers['idempotent-replayed'], again.headers['location']]).toEqual([
      202,
      'true',
      '/api/installs/1',
    ]);
    expect(set.runs).toHaveLength(1);
    await set.service.release();
    const restarted = await setUp({}, set.folder);
    expect((await ask(restarted)).json()).toMatchObject({ id: 1, state: 'done' });
  });

  it('is rejected if the request differs, or while the first request is in progress', async () => {
    const { set, json } = await setUpRequest();
    const ask = (more: object): Promise<InjectResponse> =>
      set.send({ method: 'POST', url: '/api/installs', json: { ...json, ...more }, headers });
    const [first, second] = await Promise.all([ask({}), ask({})]);
    expect([first.status, second.status]).toEqual([202, 409]);
    const other = await ask({ image: 'other.img' });
    expect([other.status, other.json().code]).toEqual([422, 'idempotency-key-reused']);
    const resumed = await set.send({ method: 'POST', url: '/api/installs/1/resume', headers });
    expect(resumed.json().code).toBe('idempotency-key-reused');
    const invalid = { 'idempotency-key': 'ä'.repeat(300) };
    expect((await set.send({ method: 'POST', url: '/api/installs', json, headers: invalid })).status).toBe(
      400,
    );
  });

  it('can be sent again after it was rejected', async () => {
    const { set, json } = await setUpRequest();
    const ask = (planSha256: unknown): Promise<InjectResponse> =>
      set.send({ method: 'POST', url: '/api/installs', json: { ...json, planSha256 }, headers });
    expect((await ask('0'.repeat(64))).status).toBe(409);
    expect((await ask(json['planSha256'])).status).toBe(202);
  });
});
