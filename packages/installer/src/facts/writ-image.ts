/** `writ` in ASCII; with version 8 no random GUID (version 4) can be mistaken for one of ours. */
export const TABLE_MARK = '77726974';

/** The GUID of the partition table: by it Writ knows an image it made. */
export function isWritTableUuid(uuid: string): boolean {
  return new RegExp(`^${TABLE_MARK}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, 'i').test(
    uuid,
  );
}

/** The folder beside an image in which it is built. */
export function stagingFolder(path: string): string {
  return `${path}.writ`;
}

/** The file in a staging folder by which Writ knows that it made the folder: made first, removed last. */
export const STAGING_MARK = 'made-by-writ';
