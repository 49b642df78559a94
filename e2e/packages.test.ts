/** Tests the service's package databases with a real mirror and the real package manager. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, demonstrationMirror, exampleConfiguration } from '@writ/service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sharedMirror } from './shared-mirror.ts';

const shared = sharedMirror();
const token = 'token-of-a-service-with-packages';

it('the service finds and resolves the packages of the demonstration mirror', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({
      example: exampleConfiguration(shared.mirror.address),
      mirrors: [demonstrationMirror(shared.mirror.address)],
      notices: [],
    }),
  });
  const server = service.toolkit.createServer(service.router);
  const { url } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await service.stop(10_000);
    await server.close({ timeout: 100 });
    await service.release();
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = async (path: string): Promise<any> => (await fetch(new URL(path, url), { headers })).json();
  service.begin();
  await vi.waitFor(
    async () => {
      const { mirrors } = await get('/api/packages');
      expect(mirrors).toEqual([
        { mirror: 'demonstration', count: expect.any(Number), refreshed: expect.any(String) },
      ]);
    },
    { timeout: 120_000, interval: 500 },
  );
  const found = await get('/api/packages?q=openssh');
  expect(found.packages[0]).toMatchObject({ name: 'openssh', size: expect.any(Number) });
  const body = JSON.stringify({ packages: ['base', 'openssh', 'opensh'] });
  const response = await fetch(new URL('/api/resolve', url), { method: 'POST', headers, body });
  const resolved = (await response.json()) as any;
  expect([response.status, resolved.problems]).toEqual([
    200,
    [expect.objectContaining({ hint: 'did you mean openssh?' })],
  ]);
  const names = resolved.packages.map(({ name }: { name: string }) => name);
  expect(names).toContain('openssh');
  expect(names.length).toBeGreaterThan(2);
  expect(resolved.download).toBeGreaterThan(0);
});
