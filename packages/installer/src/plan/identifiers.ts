import { sha256 } from './digest.ts';

/**
 * Identifiers derive from a seed, so that the same plan makes the same file systems.
 * They are UUIDs of version 8 (RFC 9562: made by a rule of one's own).
 */
export function uuidFrom(seed: string, label: string): string {
  return asUuid(sha256(`${label}\n${seed}`));
}

/** `writ` in ASCII; with version 8 no random GUID (version 4) can be mistaken for one of ours. */
const MARK = '77726974';

/** The GUID of the partition table: by it Writ knows an image it made. */
export function tableUuidFrom(seed: string): string {
  return asUuid(MARK + sha256(`table\n${seed}`).slice(MARK.length));
}

export function isTableUuidOfWrit(uuid: string): boolean {
  return new RegExp(`^${MARK}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, 'i').test(uuid);
}

/** Eight upper-case hexadecimal digits with a hyphen, as blkid and fstab write a FAT volume id. */
export function fatIdFrom(seed: string, label: string): string {
  const digits = sha256(`${label}\n${seed}`).slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function asUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
