import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Recipe } from '../recipes/recipe.ts';
import { readEntries, renderManifest } from './manifest.ts';
import { run } from './process.ts';

/** Values for a package's `.PKGINFO`. */
export interface PackageFacts {
  readonly version: string;
  /** Total size of the package's files in bytes. */
  readonly size: number;
  /** Build time in seconds since 1970. */
  readonly date: number;
}

/** Renders `.PKGINFO`. */
export function renderPackageInfo(
  { name, description, depends = [], backup = [] }: Recipe,
  { version, size, date }: PackageFacts,
): string {
  const fields: [string, string | number][] = [
    ['pkgname', name],
    ['pkgbase', name],
    ['pkgver', version],
    ['pkgdesc', description],
    ['builddate', date],
    ['packager', 'Writ mirror'],
    ['size', size],
    ['arch', 'x86_64'],
    ...depends.map((other): [string, string] => ['depend', other]),
    ...backup.map((path): [string, string] => ['backup', path]),
  ];
  return fields.map(([key, value]) => `${key} = ${value}\n`).join('');
}

/**
 * Converts a Debian version to a distribution version with the release 1, without epoch, revision and invalid characters.
 */
export function toPackageVersion(debian: string | undefined): string {
  const upstream = debian?.replace(/^\d+:/, '').replace(/-[^-]*$/, '') ?? '1';
  return `${upstream.replaceAll(/[^A-Za-z0-9._+]/g, '.')}-1`;
}

/** Packs the stage of a package. Returns the name of the package file. */
export async function packPackage(
  recipe: Recipe,
  version: string,
  stage: string,
  repository: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const entries = (await readEntries(stage, recipe.modes ?? {})).filter(({ path }) => path !== '.INSTALL');
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const date = Math.floor(Date.now() / 1000);
  await writeFile(join(stage, '.PKGINFO'), renderPackageInfo(recipe, { version, size, date }));
  await writeFile(join(stage, '.MTREE'), gzipSync(renderManifest(entries)));
  const scriptlet = await access(join(stage, '.INSTALL')).then(
    () => ['.INSTALL'],
    () => [],
  );
  const own = (await readEntries(stage, {})).filter(({ path }) =>
    ['.PKGINFO', '.MTREE', ...scriptlet].includes(path),
  );
  const first = own.toSorted((a, b) => (a.path > b.path ? -1 : 1));
  const manifest = `${stage}.mtree`;
  await writeFile(manifest, renderManifest([...first, ...entries]));
  const file = `${recipe.name}-${version}-x86_64.pkg.tar.zst`;
  const compression = ['--zstd', '--options', 'zstd:compression-level=3,zstd:threads=0'];
  await run(['bsdtar', ...compression, '-cf', join(repository, file), `@${manifest}`], {
    cwd: stage,
    signal,
  });
  return file;
}
