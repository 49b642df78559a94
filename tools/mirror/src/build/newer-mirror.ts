import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mirror } from '../mirror.ts';
import { FINGERPRINT_FILE, KEY_FILE } from './fill.ts';
import { pinKey } from './pinned-key.ts';
import { run } from './process.ts';
import { makeRepository } from './repository.ts';
import { withSigner } from './signer.ts';

/** A mirror with a newer version of one package. */
export interface NewerMirror {
  /** The folder to serve. */
  readonly root: string;
  /** The new version of the package. */
  readonly version: string;
}

const repositoryFolder = (root: string, repository: string): string => join(root, repository, 'os', 'x86_64');

/**
 * Creates a copy of the mirror in which a package has a new release. The old file remains, but no database
 * lists it. The copy is signed with a new key.
 *
 * @param folder path of the folder to create
 * @throws Error if the mirror has no such package
 */
export async function newerMirror(
  { root: from }: Mirror,
  name: string,
  folder: string,
): Promise<NewerMirror> {
  const root = join(folder, 'root');
  const packages = new Map<string, string[]>();
  let newer: { readonly file: string; readonly version: string } | undefined;
  for (const repository of await listRepositories(from)) {
    const [there, here] = [repositoryFolder(from, repository), repositoryFolder(root, repository)];
    await mkdir(here, { recursive: true });
    const files = (await readdir(there)).filter((file) => file.endsWith('.pkg.tar.zst'));
    for (const file of files) {
      await link(join(there, file), join(here, file)).catch(() =>
        copyFile(join(there, file), join(here, file)),
      );
    }
    const before = files.find((file) => file.replace(/(-[^-]+){3}$/, '') === name);
    if (before !== undefined) newer = await releaseAgain(here, before, join(folder, 'stage'));
    packages.set(
      repository,
      files.map((file) => (file === before && newer !== undefined ? newer.file : file)),
    );
  }
  if (newer === undefined) throw new Error(`the mirror has no package ${name}`);
  await withSigner(folder, undefined, async (signer) => {
    await writeFile(join(root, FINGERPRINT_FILE), `${signer.fingerprint}\n`);
    await signer.exportKey(join(root, KEY_FILE));
    for (const [repository, files] of packages) {
      await makeRepository(repository, repositoryFolder(root, repository), files, signer, undefined);
    }
    await pinKey(signer.fingerprint);
  });
  return { root, version: newer.version };
}

async function listRepositories(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Packs the files of a package again, with the next release number. */
async function releaseAgain(
  folder: string,
  before: string,
  stage: string,
): Promise<{ file: string; version: string }> {
  await mkdir(stage);
  await run(['bsdtar', '-xpf', join(folder, before)], { cwd: stage });
  const info = await readFile(join(stage, '.PKGINFO'), 'utf8');
  const [, upstream = '', release = ''] = /^pkgver = (.+)-(\d+)$/m.exec(info) ?? [];
  const version = `${upstream}-${Number(release) + 1}`;
  await writeFile(join(stage, '.PKGINFO'), info.replace(/^pkgver = .+$/m, `pkgver = ${version}`));
  const file = before.replace(`-${upstream}-${release}-`, `-${version}-`);
  // Metadata comes first in the archive.
  const names = await readdir(stage);
  const first = names.filter((entry) => entry.startsWith('.')).toSorted((a, b) => (a > b ? -1 : 1));
  const rest = names.filter((entry) => !entry.startsWith('.'));
  await run(['bsdtar', '--zstd', '-cf', join(folder, file), '--', ...first, ...rest], { cwd: stage });
  await rm(stage, { recursive: true, force: true });
  return { file, version };
}
