/** `writ` in ASCII. The GUIDs have version 8, so no random GUID (version 4) is mistaken for one of Writ's. */
export const TABLE_MARK = '77726974';

/** Whether a partition table's GUID is that of an image made by Writ. */
export function isWritTableUuid(uuid: string): boolean {
  return new RegExp(`^${TABLE_MARK}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, 'i').test(
    uuid,
  );
}

/** The folder next to an image in which it is built. */
export function stagingFolder(path: string): string {
  return `${path}.writ`;
}

/** The file that marks a staging folder as made by Writ: created first, removed last. */
export const STAGING_MARK = 'made-by-writ';
