import type { ImportFinding } from './finding.ts';
import type { Import } from './read-imports.ts';

/**
 * The floors of a package, lowest first. A floor is a list of rooms. A room is a folder or file in `src`, or
 * a list of these. A file may import from lower floors and from its own room; type imports count too.
 */
export type Floors = readonly (readonly Room[])[];
export type Room = string | readonly string[];

export type FloorTable = Readonly<Record<string, Floors>>;

interface FloorPosition {
  readonly floor: number;
  /** Identifies the room. Two files are in the same room if this is the same object or string. */
  readonly room: Room;
}

/** Finds imports between rooms that do not lead to a lower floor, and files without a floor. */
export function checkFloors(imports: readonly Import[], table: FloorTable): readonly ImportFinding[] {
  const unnamed = new Set<string>();
  return imports.flatMap((at): readonly ImportFinding[] => {
    const [name, top] = roomOf(at.from);
    const floors = table[name];
    if (floors === undefined || top === undefined || at.to === undefined) return [];
    const from = findPosition(top, floors);
    if (from === undefined) {
      const hint = `add it to a floor of ${name} in scripts/imports/tables.ts`;
      const message = `${at.from.split('/', 2).join('/')}/src/${top} has no floor`;
      return unnamed.size === unnamed.add(message).size ? [] : [{ at, message, hint }];
    }
    const [otherName, otherTop = ''] = roomOf(at.to);
    const to = otherName === name ? findPosition(otherTop, floors) : undefined;
    if (to === undefined || to.room === from.room || to.floor < from.floor) return [];
    const message = `${JSON.stringify(at.specifier)} is imported against the direction of the floors`;
    const lower = floors.slice(0, from.floor).flat(2);
    const hint = `${top} may import ${lower.join(', ') || 'nothing from its package'}`;
    return [{ at, message, hint }];
  });
}

/**
 * Returns the package of a file, and the top-level folder or file in its `src`, which is undefined for a file
 * elsewhere.
 */
function roomOf(file: string): readonly [name: string, top: string | undefined] {
  const [, name = '', source, top] = file.split('/');
  return [name, source === 'src' ? top : undefined];
}

function findPosition(top: string, floors: Floors): FloorPosition | undefined {
  for (const [floor, rooms] of floors.entries()) {
    const room = rooms.find((each) => (typeof each === 'string' ? each === top : each.includes(top)));
    if (room !== undefined) return { floor, room };
  }
  return undefined;
}
