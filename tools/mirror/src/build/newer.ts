import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mirror } from '../mirror.ts';
import { FINGERPRINT, KEY } from './fill.ts';
import { pinKey } from './pinned-key.ts';
import { run } from './process.ts';
import { makeRepository } from './repository.ts';
import { withSigner } from './signer.ts';

/** A mirror in which one package is newer than in another. */
export interface NewerMirror {
  /** The folder to serve. */
  readonly root: string;
  /** The version that the package has now. */
  readonly version: string;
}

const folderOf = (root: string, repository: string): string => join(root, repository, 'os', 'x86_64');

/**
 * The mirror some days later: a package has come out again, and its file of before is still there, in no database.
 * Signed by a key of its own.
 *
 * @param folder an absent one
 * @throws Error when the mirror has no such package
 */
export async function newerMirror(
  { root: from }: Mirror,
  name: string,
  folder: string,
): Promise<NewerMirror> {
  const root = join(folder, 'root');
  const packages = new Map<string, string[]>();
  let newer: { readonly file: string; readonly version: string } | undefined;
  for (const repository of await repositoriesOf(from)) {
    const [there, here] = [folderOf(from, repository), folderOf(root, repository)];
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
    await writeFile(join(root, FINGERPRINT), `${signer.fingerprint}\n`);
    await signer.exportKey(join(root, KEY));
    for (const [repository, files] of packages) {
      await makeRepository(repository, folderOf(root, repository), files, signer, undefined);
    }
    await pinKey(signer.fingerprint);
  });
  return { root, version: newer.version };
}

async function repositoriesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The same files under the next release number. */
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
  // What describes the package stands first.
  const names = await readdir(stage);
  const first = names.filter((entry) => entry.startsWith('.')).toSorted((a, b) => (a > b ? -1 : 1));
  const rest = names.filter((entry) => !entry.startsWith('.'));
  await run(['bsdtar', '--zstd', '-cf', join(folder, file), '--', ...first, ...rest], { cwd: stage });
  await rm(stage, { recursive: true, force: true });
  return { file, version };
}
