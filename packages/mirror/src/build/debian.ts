import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipe, run } from './process.ts';

/** A Debian package in one version. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  /** Of its file. */
  readonly file: string;
}

/** The package manager of this machine, asked without touching anything of it. */
export interface Apt {
  /** Folder of our own, which is made. */
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Where this machine keeps the lists of packages. */
const SYSTEM_LISTS = '/var/lib/apt/lists';

/**
 * The packages and everything that they depend on, as if nothing were installed. The machine's lists are read when
 * they are there and agree with the configuration; otherwise lists of our own are fetched.
 */
export async function resolveDebian(names: readonly string[], apt: Apt): Promise<DebianPackage[]> {
  const status = join(apt.folder, 'status');
  await mkdir(join(apt.folder, 'none', 'partial'), { recursive: true });
  await writeFile(status, '');
  const printed = await withLists(apt, (lists) =>
    run(
      [
        ...['apt-get', ...common(lists), '--option', `Dir::State::status=${status}`],
        // What lies in the machine's own archive would not be printed.
        ...['--option', `Dir::Cache::archives=${join(apt.folder, 'none')}`],
        ...['--option', 'APT::Install-Recommends=0', '--print-uris', '-qq', 'install', '--', ...names],
      ],
      { signal: apt.signal },
    ),
  );
  return printed
    .split('\n')
    .flatMap((line) => /^'[^']*' (\S+) \d+ /.exec(line)?.[1] ?? [])
    .map(readFileName)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `bash_1%3a5.2-1_amd64.deb`: colons are escaped, as they cannot stand in the names of files everywhere. */
export function readFileName(file: string): DebianPackage {
  const [name = '', version = ''] = file.split('_');
  return { name, version: decodeURIComponent(version), file };
}

/** Fetches what is not there yet; checksums and signatures are the package manager's business. */
export async function downloadDebian(packages: readonly DebianPackage[], apt: Apt): Promise<string> {
  const folder = join(apt.folder, 'packages');
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const wanted = packages.filter(({ file }) => !there.has(file));
  if (wanted.length === 0) return folder;
  apt.log(`downloading ${wanted.length} Debian packages`);
  // The package manager writes into the file's own name: a killed run must not leave half a file that counts.
  const partial = join(apt.folder, 'partial');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial);
  await withLists(apt, (lists) =>
    run(
      [
        'apt-get',
        ...common(lists),
        '-qq',
        'download',
        '--',
        ...wanted.map(({ name, version }) => `${name}=${version}`),
      ],
      { cwd: partial, signal: apt.signal },
    ),
  );
  await run(['mv', '-t', folder, '--', ...wanted.map(({ file }) => file)], {
    cwd: partial,
    signal: apt.signal,
  });
  return folder;
}

/** Debian's folders that are links since everything lies in /usr. */
const merged = ['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['-s', `,^\\./${name}/,./usr/${name}/,`]);

/** Unpacks a package's files without its scripts; nothing gets an owner. */
export async function unpackDebian(
  deb: string,
  folder: string,
  without: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await pipe(
    ['dpkg-deb', '--fsys-tarfile', deb],
    [
      ...['bsdtar', '-xf', '-', '-C', folder, '--no-same-owner', '-p', ...merged],
      ...without.flatMap((pattern) => ['--exclude', `./${pattern}`]),
    ],
    { signal },
  );
}

/** Changes whenever the lists do: what the last resolution was made from. */
export async function stampOfLists(apt: Pick<Apt, 'folder'>): Promise<string> {
  const stamps = await Promise.all(
    [
      SYSTEM_LISTS,
      join(apt.folder, 'lists'),
      '/etc/apt',
      '/etc/apt/sources.list',
      '/etc/apt/sources.list.d',
    ].map(async (path) => {
      try {
        return String((await stat(path)).mtimeMs);
      } catch {
        return '-';
      }
    }),
  );
  return stamps.join(' ');
}

function common(lists: string): string[] {
  return [
    ...[
      '--option',
      `Dir::State::lists=${lists}`,
      '--option',
      'Dir::Cache::pkgcache=',
      '--option',
      'Dir::Cache::srcpkgcache=',
    ],
    ...[
      '--option',
      'APT::Sandbox::User=',
      '--option',
      'Debug::NoLocking=1',
      '--option',
      'Acquire::Retries=2',
    ],
  ];
}

/** With the machine's lists, and when that fails because they are absent or old, with new ones. */
async function withLists<T>(apt: Apt, attempt: (lists: string) => Promise<T>): Promise<T> {
  const own = join(apt.folder, 'lists');
  try {
    return await attempt(SYSTEM_LISTS);
  } catch (error) {
    apt.signal?.throwIfAborted();
    apt.log(`this machine's lists of packages do not do (${(error as Error).message}); fetching new ones`);
    await mkdir(join(own, 'partial'), { recursive: true });
    await run(['apt-get', ...common(own), '-qq', 'update'], { signal: apt.signal });
    return attempt(own);
  }
}
