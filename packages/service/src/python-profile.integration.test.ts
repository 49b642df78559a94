import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installable, planOf, setUp } from './testing/service.ts';

it('the service and its installations read the Python profile that the configuration specifies', async () => {
  const { send, begin, runs, folder } = await setUp();
  const path = join(folder, 'mine.py');
  writeFileSync(path, 'packages = ["cage"]\n');
  const configuration = JSON.stringify({ ...(JSON.parse(installable) as object), profile: { path } });
  const response = await send(planOf(configuration));
  expect(response.status, response.text()).toBe(200);
  expect(response.text()).toContain('cage');
  await begin('disk.img', { configuration });
  const { readPython } = runs[0]!.request;
  const read = await readPython?.(path, readFileSync(path), {});
  expect(read?.definition).toMatchObject({ packages: ['cage'] });
});
