import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file, folder or link as it stands in a package. Owner is always root. */
export interface Entry {
  /** From the package's top, without a slash before or behind. */
  readonly path: string;
  readonly type: 'file' | 'dir' | 'link';
  readonly mode: number;
  readonly group: number;
  /** Bytes; 0 but for files. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** What a link says. */
  readonly link?: string;
}

type Modes = Readonly<Record<string, readonly [mode: number, group?: number]>>;

/** What lies in a folder, in the order of names, folders before what is in them. */
export async function readEntries(folder: string, modes: Modes, below = ''): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of (await readdir(join(folder, below))).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = await lstat(join(folder, path));
    // A checkout's and a process's masks leave their marks on modes: only whether a file is a program counts.
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
    else throw new Error(`${path} is neither a file, nor a folder, nor a link: no package can hold it`);
  }
  return entries;
}

/** As mtree(5): what bsdtar makes an archive of, and what a package brings as `.MTREE`. */
export function renderManifest(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, type, mode, group, size, time, link }) => {
    const line = [
      escape(path),
      `type=${type}`,
      `mode=${mode.toString(8)}`,
      'uid=0',
      `gid=${group}`,
      `time=${time}.0`,
      ...(type === 'file' ? [`size=${size}`] : []),
      ...(link === undefined ? [] : [`link=${escape(link)}`]),
    ].join(' ');
    // A folder without a slash in its name is gone into, and has to be left again.
    return type === 'dir' && !path.includes('/') ? [line, '..'] : [line];
  });
  return ['#mtree', ...lines, ''].join('\n');
}

/** Every byte that is not a plain letter, as three octal digits. */
function escape(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w./@+,:~%[\]{}()-]/.test(character) && byte < 128
        ? character
        : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}
