import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyOperation } from '../../run/operations/apply.ts';
import { createTestContext } from '../../run/testing.ts';
import { verifyBuiltModules } from './built-modules.ts';

it('the check of built modules fails for a kernel without built modules', async () => {
  const context = await createTestContext();
  const modules = join(context.roots.tree, 'usr/lib/modules');
  const kernel = async (release: string): Promise<void> => {
    await mkdir(join(modules, release), { recursive: true });
    await writeFile(join(modules, release, 'pkgbase'), 'linux\n');
  };
  const built = (release: string): Promise<unknown> =>
    mkdir(join(modules, release, 'updates/dkms'), { recursive: true });
  await kernel('6.17.1-arch1');
  await kernel('6.12.9-1-lts');
  await built('6.17.1-arch1');
  expect(await verifyOperation(verifyBuiltModules('Nvidia'), context)).toHaveLength(1);
  await built('6.12.9-1-lts');
  expect(await verifyOperation(verifyBuiltModules('Nvidia'), context)).toEqual([]);
});
