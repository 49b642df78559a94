import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DebianFields } from '../recipes/separate.ts';
import { pipe, run } from './process.ts';

/** A version of a Debian package. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** File name of the package. */
  readonly file: string;
}

/** The context in which apt runs. It leaves the machine unchanged. */
export interface Apt {
  /** Absolute path of the folder for downloads and for separate package lists. */
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Package lists of this machine. */
const SYSTEM_LISTS = '/var/lib/apt/lists';

/** The folder of downloaded packages. */
export function downloadFolder({ folder }: Pick<Apt, 'folder'>): string {
  return join(folder, 'packages');
}

/**
 * Fetches packages and their dependencies as if nothing were installed, except for packages that `isWanted`
 * rejects. The machine's package lists determine the versions; if they are missing or outdated, apt fetches
 * separate lists. apt verifies checksums and signatures.
 */
export async function fetchDebian(
  names: readonly string[],
  isWanted: (name: string) => boolean,
  apt: Apt,
): Promise<DebianPackage[]> {
  const attempt = async (lists: string): Promise<DebianPackage[]> => {
    const packages = (await resolvePackages(names, lists, apt)).filter(({ name }) => isWanted(name));
    await downloadPackages(packages, lists, apt);
    return packages;
  };
  try {
    return await attempt(SYSTEM_LISTS);
  } catch (error) {
    apt.signal?.throwIfAborted();
    apt.log(
      `fetching new Debian package lists, because this machine's lists are missing or outdated: ${(error as Error).message}`,
    );
    const own = ownListsFolder(apt);
    await mkdir(join(own, 'partial'), { recursive: true });
    await run([...aptGet(own), 'update'], { signal: apt.signal });
    return attempt(own);
  }
}

async function resolvePackages(names: readonly string[], lists: string, apt: Apt): Promise<DebianPackage[]> {
  const status = join(apt.folder, 'status');
  const archives = join(apt.folder, 'none');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await writeFile(status, '');
  const command = aptGet(lists, {
    'Dir::State::status': status,
    // Without this setting, packages that are already in the machine's own archive would not be listed.
    'Dir::Cache::archives': archives,
    'APT::Install-Recommends': '0',
  });
  const printed = await run([...command, '--print-uris', 'install', '--', ...names], { signal: apt.signal });
  return printed
    .split('\n')
    .flatMap((line) => /^'[^']*' (\S+) \d+ /.exec(line)?.[1] ?? [])
    .map(readFileName)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Parses the file name of a package.
 *
 * @param file such as `dbus_1%3a1.14-1_amd64.deb`, in which the colon of a version is escaped
 */
export function readFileName(file: string): DebianPackage {
  const [name = '', version = ''] = file.split('_');
  return { name, version: decodeURIComponent(version), file };
}

async function downloadPackages(packages: readonly DebianPackage[], lists: string, apt: Apt): Promise<void> {
  const folder = downloadFolder(apt);
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const wanted = packages.filter(({ file }) => !there.has(file));
  if (wanted.length === 0) return;
  apt.log(`downloading ${wanted.length} Debian packages`);
  // Files are downloaded to a separate folder, so that an aborted download does not leave an incomplete file
  // under its final name.
  const partial = join(apt.folder, 'partial');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial);
  const versions = wanted.map(({ name, version }) => `${name}=${version}`);
  await run([...aptGet(lists), 'download', '--', ...versions], { cwd: partial, signal: apt.signal });
  for (const { file } of wanted) await rename(join(partial, file), join(folder, file));
}

/** Deletes downloads of other versions of these packages. */
export async function removeOldDownloads(packages: readonly DebianPackage[], apt: Apt): Promise<void> {
  const names = new Set(packages.map(({ name }) => name));
  const files = new Set(packages.map(({ file }) => file));
  const folder = downloadFolder(apt);
  const old = (await readdir(folder)).filter(
    (file) => names.has(readFileName(file).name) && !files.has(file),
  );
  for (const file of old) await rm(join(folder, file), { force: true });
}

/** Renaming rules for folders that are links into /usr in current versions of Debian. */
const mergedUsr = ['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['-s', `,^\\./${name}/,./usr/${name}/,`]);

/** Unpacks a package's files without scripts or owners. */
export async function unpackDebian(
  deb: string,
  folder: string,
  without: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const excluded = without.flatMap((pattern) => ['--exclude', `./${pattern}`]);
  const unpack = ['bsdtar', '-xf', '-', '-C', folder, '--no-same-owner', '-p', ...mergedUsr, ...excluded];
  await pipe(['dpkg-deb', '--fsys-tarfile', deb], unpack, { signal });
}

/** Returns a stamp that changes whenever the package lists may have changed. */
export async function readListsStamp(apt: Pick<Apt, 'folder'>): Promise<string> {
  const sources = ['/etc/apt', '/etc/apt/sources.list', '/etc/apt/sources.list.d', '/etc/apt/preferences.d'];
  const stamps = [SYSTEM_LISTS, ownListsFolder(apt), ...sources].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => String(mtimeMs),
      () => '-',
    ),
  );
  return (await Promise.all(stamps)).join(' ');
}

/** Reads the source, the dependencies and the first line of the description from downloaded packages. */
export async function readDebianFields(
  packages: readonly DebianPackage[],
  apt: Apt,
): Promise<DebianFields[]> {
  const fields: DebianFields[] = [];
  for (const { name, file } of packages) {
    const format = '${Pre-Depends}\\t${Depends}\\t${source:Package}\\t${binary:Synopsis}';
    const deb = join(downloadFolder(apt), file);
    const shown = await run(['dpkg-deb', '--show', `--showformat=${format}`, deb], { signal: apt.signal });
    const [before = '', after = '', source = '', description = ''] = shown.split('\t');
    fields.push({ name, source, depends: [before, after].filter(Boolean).join(', '), description });
  }
  return fields;
}

function ownListsFolder({ folder }: Pick<Apt, 'folder'>): string {
  return join(folder, 'lists');
}

/**
 * Arguments with which any user can run apt in parallel with another apt: apt neither writes to nor locks
 * anything on the machine.
 */
function aptGet(lists: string, more: Readonly<Record<string, string>> = {}): string[] {
  const options = {
    'Dir::State::lists': lists,
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'APT::Sandbox::User': '',
    'Debug::NoLocking': '1',
    'Acquire::Retries': '2',
    ...more,
  };
  return [
    'apt-get',
    '-qq',
    ...Object.entries(options).flatMap(([name, value]) => ['--option', `${name}=${value}`]),
  ];
}
