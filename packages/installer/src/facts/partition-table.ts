import { open } from 'node:fs/promises';

/** Sector sizes in bytes; the header is in the second sector. */
const SECTORS = [512, 4096];
const HEADER = 512;
const GUID_OFFSET = 56;

/**
 * Returns the disk GUID from the GPT of a file or disk, in lower case; undefined if there is no GPT. Rejects if the file
 * cannot be read.
 */
export async function readTableUuid(path: string): Promise<string | undefined> {
  const file = await open(path, 'r');
  try {
    for (const sector of SECTORS) {
      const header = Buffer.alloc(HEADER);
      const { bytesRead } = await file.read(header, 0, HEADER, sector);
      const uuid = bytesRead === HEADER ? parseTableUuid(header) : undefined;
      if (uuid !== undefined) return uuid;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** @param header the first 512 bytes of the second sector */
export function parseTableUuid(header: Buffer): string | undefined {
  if (header.toString('latin1', 0, 8) !== 'EFI PART') return undefined;
  const hex = (start: number, length: number): string => header.toString('hex', start, start + length);
  // The first three fields of a GUID are little-endian.
  const swapped = (start: number, length: number): string =>
    Buffer.from(header.subarray(start, start + length).toReversed()).toString('hex');
  return [
    swapped(GUID_OFFSET, 4),
    swapped(GUID_OFFSET + 4, 2),
    swapped(GUID_OFFSET + 6, 2),
    hex(GUID_OFFSET + 8, 2),
    hex(GUID_OFFSET + 10, 6),
  ].join('-');
}
