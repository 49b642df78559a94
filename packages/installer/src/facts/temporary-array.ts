/**
 * Returns the name of a RAID array during an installation. The name contains a part of the array's UUID, because the
 * running system may also have an array named `root`.
 */
export function temporaryArrayName(uuid: string): string {
  return `writ-${uuid.slice(0, 8)}`;
}

/** True for the name of an array that an installation has assembled. */
export function isTemporaryArray(name: string): boolean {
  return /^writ-[0-9a-f]{8}$/.test(name);
}
