import { expect, it } from 'vitest';
import { installable, setUp } from './testing/service.ts';

it('the service and its installations read the Python profile of a request', async () => {
  const { send, start, runs } = await setUp();
  const profile = 'packages = ["cage"]\n';
  const path = 'mine.py';
  const configuration = JSON.stringify({ ...(JSON.parse(installable) as object), profile: { path } });
  const json = { configuration, image: 'disk.img', profile };
  const response = await send({ method: 'POST', url: '/api/installs/plan', json });
  expect(response.status, response.text()).toBe(200);
  expect(response.text()).toContain('cage');
  const { digest } = response.json() as { digest: string };
  expect((await start('disk.img', { configuration, profile, planSha256: digest })).status).toBe(202);
  const { readPython } = runs[0]!.request;
  const read = await readPython?.(path, Buffer.from(profile), {});
  expect(read?.definition).toMatchObject({ packages: ['cage'] });
});
