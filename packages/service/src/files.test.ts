import { createHash } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import type { HttpRequest, HttpResponse } from '@writ/http';
import { inject, type InjectResponse } from '@writ/http/testing';
import { describe, expect, it, vi } from 'vitest';
import { InstallationFiles } from './api/installation-files.ts';
import { startCommand } from './machines/qemu.ts';
import type { Install } from './records/install.ts';
import type { Store } from './store/store.ts';
import type { ImageDigests } from './work/image-digests.ts';
import { logEvent, newResult, temporaryFolder } from './testing/fakes.ts';
import { canaries, emptyLock as lock, setUp, type SetUp } from './testing/service.ts';

const LIMIT = { timeout: 30_000 };
const content = Buffer.from('0123456789'.repeat(20_000));

async function completeInstallation(): Promise<SetUp & { readonly image: string }> {
  const set = await setUp();
  await set.begin('disk.img');
  const { request, end } = set.runs[0]!;
  request.onEvent!(logEvent(1, 'one line'));
  request.onPackageLock!(lock);
  const image = join(set.service.images, 'disk.img');
  writeFileSync(image, content);
  end(newResult('done'));
  await turn();
  return { ...set, image };
}

const get = ({ send }: SetUp, file: string, headers = {}): Promise<InjectResponse> =>
  send({ url: `/api/installs/1/${file}`, headers });

describe('the files of an installation', () => {
  it('include the output, the masked configuration, the confirmed plan and the package lock', async () => {
    const set = await completeInstallation();
    const output = await get(set, 'output');
    expect([output.headers['content-type'], output.text()]).toEqual([
      'text/plain; charset=utf-8',
      'one line\ndone\n',
    ]);
    const { digest } = (await set.send('/api/installs/1')).json() as { digest: string };
    const plan = await get(set, 'plan');
    expect(plan.json()).toMatchObject({ digest });
    expect(plan.headers['content-disposition']).toBe('attachment; filename="installation-1.plan.json"');
    expect((await get(set, 'lock')).json()).toEqual(JSON.parse(lock));
    const configuration = await get(set, 'configuration');
    expect(configuration.json()).toMatchObject({
      hostname: 'demonstration',
      '!root-password': { $secret: 'root' },
    });
    for (const answer of [output, plan, configuration]) {
      for (const canary of canaries) expect(answer.text()).not.toContain(canary);
    }
  });

  it('are downloaded by browsers through one-time addresses', async () => {
    const set = await completeInstallation();
    const json = { file: 'lock' };
    const { address } = (await set.send({ method: 'POST', url: '/api/installs/1/downloads', json })).json();
    const ask = (): Promise<InjectResponse> =>
      inject(set.service.router, { url: address as string, headers: { host: 'localhost' } });
    expect((await ask()).text()).toBe(lock);
    expect((await ask()).status).toBe(404);
  });

  it('require the token, and an installation that has these files', async () => {
    const set = await completeInstallation();
    await set.begin('other.img');
    for (const file of ['image', 'image.zst', 'output', 'configuration', 'plan', 'lock']) {
      const url = `/api/installs/1/${file}`;
      expect((await inject(set.service.router, { url, headers: { host: 'localhost' } })).status).toBe(401);
      expect((await set.send(`/api/installs/9/${file}`)).status).toBe(404);
    }
    expect((await set.send('/api/installs/2/lock')).status).toBe(404);
    expect((await set.send('/api/installs/2/image')).status).toBe(409);
    expect((await set.send('/api/installs/1/service.db')).status).toBe(404);
  });

  it('survive a restart, and are shared with an installation that resumes this one', async () => {
    const before = await setUp();
    await before.begin('disk.img');
    before.runs[0]!.request.onPackageLock!(lock);
    const plan = (await get(before, 'plan')).text();
    await before.service.release();
    const set = await setUp({}, before.folder);
    expect((await get(set, 'lock')).json()).toEqual(JSON.parse(lock));
    await set.send({ method: 'POST', url: '/api/installs/1/resume' });
    expect((await set.send('/api/installs/2/plan')).text()).toBe(plan);
  });
});

describe('an image', () => {
  it('is sent in parts, with a validator for requests for the remaining parts', async () => {
    const set = await completeInstallation();
    const whole = await get(set, 'image');
    const { etag } = whole.headers;
    expect(whole.body.length).toBe(content.length);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="disk.img"',
    });
    const part = await get(set, 'image', { range: 'bytes=10-14', 'if-range': etag });
    expect([part.status, part.headers['content-range'], part.text()]).toEqual([
      206,
      `bytes 10-14/${content.length}`,
      '01234',
    ]);
    expect((await get(set, 'image', { 'if-none-match': etag })).status).toBe(304);
    expect((await get(set, 'image', { range: 'bytes=900000-' })).status).toBe(416);
    writeFileSync(set.image, Buffer.concat([content, content]));
    const changed = await get(set, 'image', { range: 'bytes=10-14', 'if-range': etag });
    expect([changed.status, changed.body.length]).toEqual([200, 2 * content.length]);
  });

  it('is compressed with Zstandard, with a checksum', async () => {
    const set = await completeInstallation();
    truncateSync(set.image, 8 * 1024 ** 2);
    const response = await get(set, 'image.zst');
    expect(response.headers).toMatchObject({
      'content-type': 'application/zstd',
      'content-disposition': 'attachment; filename="disk.img.zst"',
    });
    expect(response.body.length).toBeLessThan(20_000);
    const unpacked = zstdDecompressSync(response.body);
    expect([unpacked.length, unpacked.subarray(0, content.length).equals(content)]).toEqual([
      8 * 1024 ** 2,
      true,
    ]);
    const head = await set.send({ method: 'HEAD', url: '/api/installs/1/image.zst' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it('is compressed for at most four clients at the same time', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'disk.img');
    writeFileSync(path, content);
    const install = { id: 1, state: 'done', target: 'disk.img', path } as Install;
    const store = {
      get: () => Promise.resolve(install),
      replacement: () => Promise.resolve(),
    } as unknown as Store;
    const digests = { get: () => Promise.resolve() } as unknown as ImageDigests;
    const files = new InstallationFiles(store, digests, folder);
    const send = async (): Promise<unknown> =>
      files.send(
        await files.find(install, 'image.zst'),
        { method: 'GET' } as HttpRequest,
        { headers: new Headers() } as unknown as HttpResponse,
      );
    const [first, ...others] = (await Promise.all([
      send(),
      send(),
      send(),
      send(),
    ])) as AsyncIterator<unknown>[];
    await expect(send()).rejects.toMatchObject({ status: 503 });
    await first!.return!();
    const next = await vi.waitFor(send);
    for (const one of [...others, next as AsyncIterator<unknown>]) await one.return!();
  });

  it('is described by its size and its SHA-256, which is computed only once', async () => {
    const hashed: string[] = [];
    const sha256 = createHash('sha256').update(content).digest('hex');
    const hashFile = (path: string): Promise<string> => {
      hashed.push(path);
      return Promise.resolve(sha256);
    };
    const set = await setUp({ hashFile, machine: { qemu: '/none/qemu', ovmf: [] } });
    await set.begin('disk.img');
    const image = join(set.service.images, 'disk.img');
    writeFileSync(image, content);
    set.runs[0]!.end(newResult('done'));
    const describeImage = async (): Promise<unknown> => (await set.send('/api/installs/1')).json().image;
    await vi.waitFor(
      async () =>
        expect(await describeImage()).toEqual({
          name: 'disk.img',
          bytes: content.length,
          sha256,
          firmware: 'uefi',
          startCommand: startCommand(join(set.service.images, 'disk.img'), 'uefi'),
          missing: [
            'qemu-system-x86_64 (Debian: qemu-system-x86, Arch: qemu-system-x86)',
            'OVMF (Debian: ovmf, Arch: edk2-ovmf)',
          ],
        }),
      LIMIT,
    );
    expect((await get(set, 'image')).headers['repr-digest']).toBe(
      `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    );
    expect(hashed).toEqual([image]);
    await set.service.release();
    const again = await setUp({ hashFile }, set.folder);
    expect((await again.send('/api/installs/1')).json().image).toMatchObject({ sha256 });
    expect(hashed).toHaveLength(1);
    truncateSync(image, 5);
    await again.send('/api/installs/1');
    await vi.waitFor(() => expect(hashed).toHaveLength(2), LIMIT);
    await vi.waitFor(
      async () =>
        expect((await again.send('/api/installs/1')).json().image).toMatchObject({ bytes: 5, sha256 }),
      LIMIT,
    );
  });
});
