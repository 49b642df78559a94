/** Builds the live system of the medium from Debian's packages: kernel, initramfs and file system. */
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
import {
  downloadFolder,
  fetchDebian,
  removeOldDownloads,
  type Apt,
} from '../../tools/mirror/src/build/debian.ts';
import { digestSource, mirrorKey } from '../../tools/mirror/src/build/key.ts';
import { lockFolder } from '../../tools/mirror/src/build/lock.ts';
import { run } from '../../tools/mirror/src/build/process.ts';
import { fillStage } from '../../tools/mirror/src/build/stage.ts';
import { base } from '../../tools/mirror/src/recipes/base.ts';
import { matchesPattern, type Recipe } from '../../tools/mirror/src/recipes/recipe.ts';
import { makeInitramfs } from './initramfs.ts';
import { livePackages, unread, unwanted } from './packages.ts';
import { markUsed, removeUnused } from './system-cache.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const LOCK_LIMIT = 10 * 60_000;

const units = '/usr/lib/systemd/system';

/** A live system with the mirror's base packages and a network. Its `writ` is the one on the medium. */
const live: Recipe = {
  ...base,
  links: {
    ...base.links,
    'etc/resolv.conf': '/run/systemd/resolve/resolv.conf',
    'etc/systemd/system/multi-user.target.wants/systemd-networkd.service': `${units}/systemd-networkd.service`,
    'etc/systemd/system/sysinit.target.wants/systemd-resolved.service': `${units}/systemd-resolved.service`,
    'etc/systemd/system/sysinit.target.wants/systemd-timesyncd.service': `${units}/systemd-timesyncd.service`,
    'usr/bin/writ': '/run/live/medium/writ/writ',
  },
};

/** The files of a live system, without `writ`. */
export interface LiveSystem {
  /** 16 hexadecimal digits. The initramfs searches for the medium with this id. */
  readonly buildId: string;
  readonly kernel: string;
  readonly initramfs: string;
  /** The root file system, in squashfs. */
  readonly image: string;
  /** A tar archive of the root file system, without `writ` and the kernel's modules. */
  readonly tree: string;
}

/** A key that the live system trusts instead of the distribution's keys. */
export interface TrustedKey {
  /** Path of the public key, in binary OpenPGP format. */
  readonly publicKeyFile: string;
  readonly fingerprint: string;
}

/** Options of a live system. */
export interface SystemOptions {
  readonly log: (line: string) => void;
  /** A mirror's key (default: the keys in Debian's package archlinux-keyring). */
  readonly key?: TrustedKey;
  /** Whether to compress the root file system. Decompression is slow in an emulated machine. */
  readonly compress: boolean;
}

/**
 * Returns the cached live system or builds a new one. Requires root, because the build sets file owners.
 *
 * @throws Error if the packages cannot be downloaded, or if a step of the build fails
 */
export async function buildSystem({ log, key, compress }: SystemOptions): Promise<LiveSystem> {
  const cache = join(process.env['WRIT_CACHE'] || join(homedir(), '.cache/writ'), 'live');
  await mkdir(cache, { recursive: true });
  await using _lock = await lockFolder(cache, LOCK_LIMIT);
  const apt: Apt = { folder: join(cache, 'debian'), log, signal: undefined };
  const isWanted = (name: string): boolean => !unwanted.some((pattern) => matchesPattern(pattern, name));
  const debian = await fetchDebian(livePackages(), isWanted, apt);
  const kind = compress ? 'compressed' : 'plain';
  const source = `${await digestSource()} ${await digestOfFolder()} ${key?.fingerprint ?? ''} ${kind}`;
  const buildId = mirrorKey(source, debian);
  const folder = join(cache, `${kind}-${buildId}`);
  if ((await lstat(folder).catch(() => undefined)) === undefined) {
    log(`building the live system in ${folder}`);
    await removeUnused(cache, kind);
    const aside = await mkdtemp(join(cache, 'building-'));
    const debs = debian.map(({ file }) => join(downloadFolder(apt), file));
    await make(aside, debs, { buildId, key, compress });
    await rename(join(aside, 'system'), folder);
    await rm(aside, { recursive: true });
    await removeOldDownloads(debian, apt);
  }
  await markUsed(folder);
  const file = (name: string): string => join(folder, name);
  return {
    buildId,
    kernel: file('kernel'),
    initramfs: file('initramfs'),
    image: file('image'),
    tree: file('tree'),
  };
}

interface Build {
  readonly buildId: string;
  readonly key: TrustedKey | undefined;
  readonly compress: boolean;
}

async function make(
  aside: string,
  debs: readonly string[],
  { buildId, key, compress }: Build,
): Promise<void> {
  const [tree, system] = [join(aside, 'tree'), join(aside, 'system')];
  await mkdir(system);
  await fillStage(live, tree, debs, unread, undefined);
  await cp(join(here, 'tree'), tree, { recursive: true });
  await rm(join(tree, '.INSTALL'));
  await setOwners(tree);
  if (key !== undefined) await replaceKeyring(tree, key);
  // Debian's maintainer scripts would do this.
  const release = await releaseIn(tree);
  for (const argv of [['ldconfig'], ['depmod', release], ['systemd-sysusers']])
    await run(['chroot', tree, ...argv]);
  await writeCertificates(tree);
  await makeInitramfs(tree, release, buildId, join(system, 'initramfs'), aside);
  await rename(join(tree, 'boot', `vmlinuz-${release}`), join(system, 'kernel'));
  const excluded = ['./usr/bin/writ', './usr/lib/modules'].flatMap((path) => ['--exclude', path]);
  await run([
    'bsdtar',
    '--format',
    'gnutar',
    '--numeric-owner',
    ...excluded,
    '-cf',
    join(system, 'tree'),
    '-C',
    tree,
    '.',
  ]);
  const compression = compress ? ['-comp', 'zstd'] : ['-noI', '-noD', '-noF', '-noX'];
  await run(['mksquashfs', tree, join(system, 'image'), '-quiet', '-no-progress', ...compression]);
}

async function setOwners(tree: string): Promise<void> {
  for (const [path, [mode, group = 0]] of Object.entries(live.modes ?? {})) {
    await chown(join(tree, path), 0, group);
    await chmod(join(tree, path), mode);
  }
}

/** Writes a key to the folder of the distribution's keys, in place of those. */
async function replaceKeyring(tree: string, { publicKeyFile, fingerprint }: TrustedKey): Promise<void> {
  const file = (suffix: string): string => join(tree, `usr/share/keyrings/archlinux${suffix}`);
  await copyFile(publicKeyFile, file('.gpg'));
  await writeFile(file('-trusted'), `${fingerprint}:4:\n`);
  await writeFile(file('-revoked'), '');
}

/** Combines the certificates of authorities in the file in which programs expect them. */
async function writeCertificates(tree: string): Promise<void> {
  const folder = join(tree, 'usr/share/ca-certificates/mozilla');
  const names = (await readdir(folder)).toSorted();
  const certificates = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  await mkdir(join(tree, 'etc/ssl/certs'), { recursive: true });
  await writeFile(join(tree, 'etc/ssl/certs/ca-certificates.crt'), certificates.join(''));
}

async function releaseIn(tree: string): Promise<string> {
  const [release, ...others] = await readdir(join(tree, 'usr/lib/modules'));
  if (release === undefined || others.length > 0) throw new Error('the live system must contain one kernel');
  return release;
}

/** The digest of the files in this folder that determine the system, and of the list of its packages. */
async function digestOfFolder(): Promise<string> {
  const hash = createHash('sha256').update(livePackages().join('\n'));
  const found = await readdir(here, { recursive: true, withFileTypes: true });
  const paths = found
    .filter(
      (entry) => entry.isFile() && !/(?:\.test|archive|iso|menu|netboot|system-cache)\.ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    hash.update(`${path.slice(here.length)}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}
