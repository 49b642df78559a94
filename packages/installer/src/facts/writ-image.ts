/**
 * The first eight digits in the GUIDs of Writ's partition tables: `writ` in ASCII. Writ's GUIDs have version 8, so
 * random GUIDs (version 4) never match.
 */
export const TABLE_MARK = '77726974';

/** Whether the GUID of a partition table marks an image that Writ made. */
export function isWritTableUuid(uuid: string): boolean {
  return new RegExp(`^${TABLE_MARK}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, 'i').test(
    uuid,
  );
}

/** Returns the path of the folder next to an image in which the image is built. */
export function stagingFolder(path: string): string {
  return `${path}.writ`;
}

/** The file that marks Writ's staging folders. It is created first and removed last. */
export const STAGING_MARK = 'made-by-writ';
