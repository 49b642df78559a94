/** Builds a live medium from Debian's packages: kernel, initramfs and file system. */
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mirror } from '@writ/mirror';
import {
  downloadFolder,
  fetchDebian,
  removeOldDownloads,
  type Apt,
} from '../../../../tools/mirror/src/build/debian.ts';
import { digestSource, mirrorKey } from '../../../../tools/mirror/src/build/key.ts';
import { lockFolder } from '../../../../tools/mirror/src/build/lock.ts';
import { run } from '../../../../tools/mirror/src/build/process.ts';
import { fillStage } from '../../../../tools/mirror/src/build/stage.ts';
import { base } from '../../../../tools/mirror/src/recipes/base.ts';
import { matchesPattern, type Recipe } from '../../../../tools/mirror/src/recipes/recipe.ts';
import { makeFileSystem } from './file-system.ts';
import { makeInitramfs } from './initramfs.ts';
import { livePackages, unread, unwanted } from './packages.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const LOCK_LIMIT = 10 * 60_000;

/** A live system with the mirror's base packages and a network. */
const live: Recipe = {
  ...base,
  links: {
    ...base.links,
    'etc/systemd/system/multi-user.target.wants/systemd-networkd.service':
      '/usr/lib/systemd/system/systemd-networkd.service',
  },
};

/** Paths of the files that QEMU boots. */
export interface Medium {
  readonly kernel: string;
  readonly initramfs: string;
  /** A file system with the label LIVE. */
  readonly image: string;
}

/**
 * Returns the cached medium or builds a new one. Requires root, because the build sets file owners.
 *
 * @param mirror mirror whose key the system trusts as its distribution's key
 */
export async function buildMedium(mirror: Mirror, log: (line: string) => void): Promise<Medium> {
  const cache = join(process.env['WRIT_CACHE'] || join(homedir(), '.cache/writ'), 'live');
  await mkdir(cache, { recursive: true });
  await using _lock = await lockFolder(cache, LOCK_LIMIT);
  const apt: Apt = { folder: join(cache, 'debian'), log, signal: undefined };
  const isWanted = (name: string): boolean => !unwanted.some((pattern) => matchesPattern(pattern, name));
  const debian = await fetchDebian(livePackages(), isWanted, apt);
  const key = mirrorKey(`${await digestSource()} ${await digestOfFolder()} ${mirror.fingerprint}`, debian);
  const folder = join(cache, `medium-${key}`);
  if ((await lstat(folder).catch(() => undefined)) === undefined) {
    log(`building the live system in ${folder}`);
    // Machines that run from an old medium are not affected, because they have its files open.
    const old = (await readdir(cache)).filter((name) => /^(medium|building)-/.test(name));
    for (const name of old) await rm(join(cache, name), { recursive: true, force: true });
    const aside = await mkdtemp(join(cache, 'building-'));
    const debs = debian.map(({ file }) => join(downloadFolder(apt), file));
    await make(aside, debs, mirror);
    await rename(join(aside, 'medium'), folder);
    await rm(aside, { recursive: true });
    await removeOldDownloads(debian, apt);
  }
  const [kernel, initramfs, image] = ['kernel', 'initramfs', 'image'].map((name) => join(folder, name));
  return { kernel: kernel!, initramfs: initramfs!, image: image! };
}

async function make(aside: string, debs: readonly string[], mirror: Mirror): Promise<void> {
  const [tree, medium] = [join(aside, 'tree'), join(aside, 'medium')];
  await mkdir(medium);
  await fillStage(live, tree, debs, unread, undefined);
  await cp(join(here, 'tree'), tree, { recursive: true });
  await rm(join(tree, '.INSTALL'));
  await giveOwners(tree);
  await putKeyring(tree, mirror);
  // Debian's maintainer scripts would do this.
  const release = await releaseIn(tree);
  for (const argv of [['ldconfig'], ['depmod', release], ['systemd-sysusers']])
    await run(['chroot', tree, ...argv]);
  await makeInitramfs(tree, release, join(medium, 'initramfs'), aside);
  await rename(join(tree, 'boot', `vmlinuz-${release}`), join(medium, 'kernel'));
  await makeFileSystem(tree, 'LIVE', join(medium, 'image'));
}

async function giveOwners(tree: string): Promise<void> {
  for (const [path, [mode, group = 0]] of Object.entries(live.modes ?? {})) {
    await chown(join(tree, path), 0, group);
    await chmod(join(tree, path), mode);
  }
}

/** Writes the mirror's key to the folder of the distribution's keys. */
async function putKeyring(tree: string, { publicKeyFile, fingerprint }: Mirror): Promise<void> {
  const file = (suffix: string): string => join(tree, `usr/share/keyrings/archlinux${suffix}`);
  await copyFile(publicKeyFile, file('.gpg'));
  await writeFile(file('-trusted'), `${fingerprint}:4:\n`);
  await writeFile(file('-revoked'), '');
}

async function releaseIn(tree: string): Promise<string> {
  const [release, ...others] = await readdir(join(tree, 'usr/lib/modules'));
  if (release === undefined || others.length > 0) throw new Error('the live system takes one kernel');
  return release;
}

async function digestOfFolder(): Promise<string> {
  const hash = createHash('sha256');
  const found = await readdir(here, { recursive: true, withFileTypes: true });
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    hash.update(`${path.slice(here.length)}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}
