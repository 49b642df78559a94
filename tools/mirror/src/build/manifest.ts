import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file, folder or link in a package, owned by root. */
export interface ManifestEntry {
  /** Path in the package, without leading or trailing slash. */
  readonly path: string;
  readonly type: 'file' | 'dir' | 'link';
  readonly mode: number;
  readonly group: number;
  /** Size in bytes; 0 for folders and links. */
  readonly size: number;
  /** Modification time in seconds since 1970. */
  readonly time: number;
  /** Target of a link. */
  readonly link?: string;
}

type Modes = Readonly<Record<string, readonly [mode: number, group?: number]>>;

/**
 * Lists a folder recursively, sorted by name, parents first.
 *
 * @throws Error for an entry that is neither a file, nor a folder, nor a link
 */
export async function readEntries(folder: string, modes: Modes, below = ''): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = [];
  for (const name of (await readdir(join(folder, below))).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = await lstat(join(folder, path));
    // A checkout's umask changes modes, so only the executable bit counts.
    const [mode, group = 0] = modes[path] ?? [
      stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644,
    ];
    const common = { path, mode, group, time: Math.floor(stats.mtimeMs / 1000) };
    if (stats.isDirectory()) {
      entries.push({ ...common, type: 'dir', size: 0 }, ...(await readEntries(folder, modes, path)));
    } else if (stats.isSymbolicLink()) {
      const link = await readlink(join(folder, path));
      entries.push({ ...common, type: 'link', mode: 0o777, size: 0, link });
    } else if (stats.isFile()) entries.push({ ...common, type: 'file', size: stats.size });
    else
      throw new Error(`${path} is neither a file, nor a folder, nor a link, so a package cannot contain it`);
  }
  return entries;
}

/** Renders an mtree(5) manifest. bsdtar creates an archive from it, and a package contains it as `.MTREE`. */
export function renderManifest(entries: readonly ManifestEntry[]): string {
  const lines = entries.flatMap(({ path, type, mode, group, size, time, link }) => {
    const line = [
      escapePath(path),
      `type=${type}`,
      `mode=${mode.toString(8)}`,
      'uid=0',
      `gid=${group}`,
      `time=${time}.0`,
      ...(type === 'file' ? [`size=${size}`] : []),
      ...(link === undefined ? [] : [`link=${escapePath(link)}`]),
    ].join(' ');
    // A folder without a slash in its path becomes the manifest's current folder, and `..` leaves it.
    return type === 'dir' && !path.includes('/') ? [line, '..'] : [line];
  });
  return ['#mtree', ...lines, ''].join('\n');
}

/** Escapes special bytes as three octal digits. */
function escapePath(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w./@+,:~%[\]{}()-]/.test(character) && byte < 128
        ? character
        : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}
