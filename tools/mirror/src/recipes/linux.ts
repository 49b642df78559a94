import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Recipe, Stage } from './recipe.ts';

/** A Debian kernel and the modules to retain. */
interface Kernel {
  /** The Debian metapackage that depends on the newest version. */
  readonly newest: string;
  readonly debian: string;
  readonly description: string;
  /** Modules to retain, together with their dependencies (default: all). */
  readonly keep?: readonly string[];
}

/**
 * The kernel for virtual machines.
 *
 * @param keep modules to retain, together with their dependencies (default: all)
 */
export function linux(keep?: readonly string[]): Recipe {
  return kernelRecipe('linux', {
    newest: 'linux-image-cloud-amd64',
    debian: 'linux-image-*cloud-amd64',
    description: 'The kernel, for virtual machines',
    ...(keep === undefined ? {} : { keep }),
  });
}

/** A second kernel with a different release; a set lists it after the first kernel. */
export function linuxLts(keep: readonly string[]): Recipe {
  return kernelRecipe('linux-lts', {
    newest: 'linux-image-amd64',
    debian: 'linux-image-*amd64',
    description: 'Another kernel, for any machine',
    keep,
  });
}

/**
 * Creates a recipe with the distribution's layout: `usr/lib/modules/RELEASE/{vmlinuz,pkgbase}`, and no files
 * in /boot.
 */
function kernelRecipe(name: string, { newest, debian, description, keep }: Kernel): Recipe {
  return {
    name,
    repository: 'core',
    description,
    versionOf: newest,
    debian: [debian],
    depends: ['base', 'mkinitcpio'],
    without: ['boot/config-*', 'boot/System.map-*'],
    finish: (stage) => arrangeKernel(stage, name, keep),
  };
}

async function arrangeKernel(
  { folder, run }: Stage,
  name: string,
  keep: readonly string[] | undefined,
): Promise<void> {
  const modules = join(folder, 'usr/lib/modules');
  const [release = '', ...others] = await readdir(modules);
  if (others.length > 0) throw new Error(`expected one kernel, but found ${[release, ...others].join(', ')}`);
  await rename(join(folder, `boot/vmlinuz-${release}`), join(modules, release, 'vmlinuz'));
  await rm(join(folder, 'boot'), { recursive: true });
  await writeFile(join(modules, release, 'pkgbase'), `${name}\n`);
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
