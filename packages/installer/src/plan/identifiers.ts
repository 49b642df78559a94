import { TABLE_MARK } from '../facts/writ-image.ts';
import { sha256 } from './digest.ts';

/**
 * Derives a UUID from a seed, so that the same plan creates the same file systems. The UUID has
 * version 8 (custom, RFC 9562).
 */
export function deriveUuid(seed: string, label: string): string {
  return formatUuid(sha256(`${label}\n${seed}`));
}

/** Derives the GUID of the partition table, by which Writ recognizes its own images. */
export function deriveTableUuid(seed: string, label = 'table'): string {
  return formatUuid(TABLE_MARK + sha256(`${label}\n${seed}`).slice(TABLE_MARK.length));
}

/**
 * Derives a FAT volume ID: eight upper-case hexadecimal digits with a hyphen, in the notation of
 * blkid and fstab.
 */
export function deriveFatId(seed: string, label: string): string {
  const digits = sha256(`${label}\n${seed}`).slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function formatUuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
