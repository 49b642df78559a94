import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { listKernels } from './kernels.ts';

it('the kernels of a tree are listed, and links are followed inside the tree', async () => {
  const outside = await temporaryFolder();
  const tree = await temporaryFolder();
  const modules = join(tree, 'usr/lib/modules');
  for (const release of ['6.1', '6.2', '6.3']) await mkdir(join(modules, release), { recursive: true });
  await writeFile(join(modules, '6.1/pkgbase'), 'linux\n');
  await writeFile(join(tree, 'owner'), 'linux-lts\n');
  await symlink('/owner', join(modules, '6.2/pkgbase'));
  await writeFile(join(outside, 'owner'), 'this-machine\n');
  await symlink(join(outside, 'owner'), join(modules, '6.3/pkgbase'));
  expect(await listKernels(tree)).toEqual([
    { owner: 'linux', path: 'usr/lib/modules/6.1/vmlinuz' },
    { owner: 'linux-lts', path: 'usr/lib/modules/6.2/vmlinuz' },
  ]);
});
