import type { ImportFinding } from './finding.ts';
import type { Import } from './read-imports.ts';
import { findRings } from './strong-components.ts';

/** Files that a ring of imports may have when some of them are of types: mutually recursive interfaces. */
const MAX_TYPE_RING = 8;

/** Rings of files: by value none, with types none of more than {@link MAX_TYPE_RING}. */
export function checkFileRings(imports: readonly Import[]): readonly ImportFinding[] {
  const inside = imports.filter(({ to }) => to !== undefined);
  const arrows = inside.map((at) => ({ from: at.from, to: at.to!, at }));
  const byValue = findRings(arrows.filter(({ at }) => !at.isType));
  const large = findRings(arrows).filter(({ nodes }) => nodes.length > MAX_TYPE_RING);
  return [
    ...byValue.map(({ nodes, arrows: [first, ...others] }) => ({
      at: first!.at,
      others: others.map(({ at }) => at),
      message: `${nodes.length} files import each other in a ring: ${joinSorted(nodes)}`,
      hint: 'move what they share into a file that imports none of them',
    })),
    ...large.map(({ nodes, arrows: [first, ...others] }) => ({
      at: first!.at,
      others: others.map(({ at }) => at),
      message: `${nodes.length} files import each other in a ring, types counted: ${joinSorted(nodes)}`,
      hint: `a ring of interfaces has at most ${MAX_TYPE_RING} files`,
    })),
  ];
}

/** Rings of what lies in one folder, when a folder is part of them: two sub-folders, or a sub-folder and a file. */
export function checkFolderRings(imports: readonly Import[]): readonly ImportFinding[] {
  const inside = imports.filter(({ to }) => to !== undefined);
  const folders = new Set(inside.flatMap(({ from }) => foldersOf(from)));
  return [...folders].flatMap((folder) => {
    const arrows = inside.flatMap((at) => {
      const [from, to] = [entryOf(at.from, folder), entryOf(at.to!, folder)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, at }];
    });
    return findRings(arrows)
      .filter(({ nodes }) => nodes.some((node) => node.endsWith('/')))
      .map(({ nodes, arrows: [first, ...others] }) => ({
        at: first!.at,
        others: others.map(({ at }) => at),
        message: `in ${folder} a ring of imports joins ${joinSorted(nodes)}`,
        hint: 'let their imports lead one way, types too',
      }));
  });
}

/** Every folder above a file below its package's `src`, as `packages/http/src/`. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(3).map((_part, index) => `${parts.slice(0, index + 3).join('/')}/`);
}

/** The file or sub-folder of `folder` that a file is, or is in; undefined for a file elsewhere. */
function entryOf(file: string, folder: string): string | undefined {
  if (!file.startsWith(folder)) return undefined;
  const end = file.indexOf('/', folder.length);
  return end === -1 ? file.slice(folder.length) : file.slice(folder.length, end + 1);
}

function joinSorted(nodes: readonly string[]): string {
  return nodes.toSorted().join(', ');
}
