import type { ImportFinding } from './finding.ts';
import type { Import } from './read-imports.ts';
import { findRings } from './strong-components.ts';

/**
 * Maximum number of files in a ring with type imports. Mutually recursive interfaces may form such a ring.
 */
const MAX_TYPE_RING = 8;

/**
 * Finds rings of value imports, and rings of more than {@link MAX_TYPE_RING} files that include type imports.
 */
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
      hint: 'move their shared code into a file that imports none of them',
    })),
    ...large.map(({ nodes, arrows: [first, ...others] }) => ({
      at: first!.at,
      others: others.map(({ at }) => at),
      message: `${nodes.length} files import each other in a ring, including type imports: ${joinSorted(nodes)}`,
      hint: `a ring of interfaces has at most ${MAX_TYPE_RING} files`,
    })),
  ];
}

/** Finds rings between the entries of a folder, if at least one of them is a subfolder. */
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
        message: `imports in ${folder} form a ring of ${joinSorted(nodes)}`,
        hint: 'let imports lead in one direction only, including type imports',
      }));
  });
}

/** The folders that contain a file, starting with the `src` folder of its package, such as `packages/http/src/`. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(3).map((_part, index) => `${parts.slice(0, index + 3).join('/')}/`);
}

/** The entry of `folder` that is or contains a file; undefined for a file elsewhere. */
function entryOf(file: string, folder: string): string | undefined {
  if (!file.startsWith(folder)) return undefined;
  const end = file.indexOf('/', folder.length);
  return end === -1 ? file.slice(folder.length) : file.slice(folder.length, end + 1);
}

function joinSorted(nodes: readonly string[]): string {
  return nodes.toSorted().join(', ');
}
