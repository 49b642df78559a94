import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Recipe, Stage } from './recipe.ts';

/**
 * A kernel in the distribution's form: `usr/lib/modules/RELEASE/{vmlinuz,pkgbase}`, nothing in /boot.
 *
 * @param keep modules that it holds, besides those that they need; all of them without it
 */
export function linux(keep?: readonly string[]): Recipe {
  return {
    name: 'linux',
    repository: 'core',
    description: 'The kernel, for virtual machines',
    versionOf: 'linux-image-cloud-amd64',
    debian: ['linux-image-*'],
    depends: ['base', 'mkinitcpio'],
    without: ['boot/config-*', 'boot/System.map-*'],
    finish: (stage) => arrange(stage, keep),
  };
}

async function arrange({ folder, run }: Stage, keep: readonly string[] | undefined): Promise<void> {
  const modules = join(folder, 'usr/lib/modules');
  const [release = '', ...others] = await readdir(modules);
  if (others.length > 0) throw new Error(`one kernel was expected, not ${[release, ...others].join(', ')}`);
  await rename(join(folder, `boot/vmlinuz-${release}`), join(modules, release, 'vmlinuz'));
  await rm(join(folder, 'boot'), { recursive: true });
  await writeFile(join(modules, release, 'pkgbase'), 'linux\n');
  const usr = join(folder, 'usr');
  await run('depmod', '--basedir', usr, release);
  if (keep === undefined) return;
  const listed = await run(
    'modprobe',
    '--dirname',
    usr,
    '--set-version',
    release,
    '--show-depends',
    '--all',
    ...keep,
  );
  const kept = [...listed.matchAll(/^insmod (\S+)/gm)].map(([, path = '']) => path);
  const kernel = join(modules, release, 'kernel');
  for (const path of new Set(kept)) {
    const below = relative(kernel, resolve(folder, path));
    await mkdir(join(kernel, '../kept', below, '..'), { recursive: true });
    await rename(join(kernel, below), join(kernel, '../kept', below));
  }
  await rm(kernel, { recursive: true });
  await rename(join(kernel, '../kept'), kernel);
  await run('depmod', '--basedir', usr, release);
}
