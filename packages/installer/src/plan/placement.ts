import { MARGIN, MIB } from './layout.ts';

/** A part of a drive. Offset and size are in bytes. */
export interface Extent {
  readonly start: number;
  readonly size: number;
}

/**
 * Places new partitions in the space that the existing ones leave free. Each partition with a size is placed in the
 * first space that is large enough; the partition without a size takes the largest space that is then left. Within a
 * space, the partitions are in the order of the list.
 *
 * @param size size of the drive in bytes
 * @param sizes sizes in bytes, multiples of a mebibyte; undefined for the remaining space
 * @returns the extents; undefined for each partition that does not fit
 */
export function placePartitions(
  size: number,
  existing: readonly Extent[],
  sizes: readonly (number | undefined)[],
): (Extent | undefined)[] {
  const spaces = freeSpaces(size, existing).map((space) => ({ ...space, left: space.size }));
  const chosen = sizes.map((wanted) => {
    const space = wanted === undefined ? undefined : spaces.find(({ left }) => left >= wanted);
    if (space !== undefined && wanted !== undefined) space.left -= wanted;
    return space;
  });
  const [largest] = spaces.toSorted((a, b) => b.left - a.left);
  const places: (Extent | undefined)[] = sizes.map(() => undefined);
  for (const space of spaces) {
    let { start } = space;
    for (const [index, wanted] of sizes.entries()) {
      const isHere = wanted === undefined ? space === largest && space.left > 0 : chosen[index] === space;
      if (!isHere) continue;
      const place = { start, size: wanted ?? space.left };
      places[index] = place;
      start += place.size;
    }
  }
  return places;
}

/** Returns the free spaces of a drive, aligned to mebibytes, in the order of their positions. */
function freeSpaces(size: number, existing: readonly Extent[]): Extent[] {
  const spaces: Extent[] = [];
  let start = MARGIN;
  const end = Math.floor(size / MIB) * MIB - MARGIN;
  for (const extent of [...existing.toSorted((a, b) => a.start - b.start), { start: end, size: 0 }]) {
    const until = Math.min(end, Math.floor(extent.start / MIB) * MIB);
    if (until > start) spaces.push({ start, size: until - start });
    start = Math.max(start, Math.ceil((extent.start + extent.size) / MIB) * MIB);
  }
  return spaces;
}
