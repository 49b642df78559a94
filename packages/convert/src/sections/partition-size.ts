import { keyPath } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import type { Conversion } from '../conversion.ts';

/** Reports that a partition fills the remaining space of its drive, although the file contains another size. */
export function reportFilling(conversion: Conversion, item: ConfigEntry): void {
  reportSize(conversion, item, 'becomes the remaining space of the drive');
}

/** Reports that Writ chooses the size of a partition for the boot loader. */
export function reportChosenSize(conversion: Conversion, item: ConfigEntry): void {
  reportSize(conversion, item, 'is left out: Writ chooses the size of /boot itself');
}

function reportSize(conversion: Conversion, item: ConfigEntry, effect: string): void {
  const size = item.get('size');
  if (size === undefined || size.kind === 'null' || isWholeDrive(size)) return;
  conversion.report('nearest-equivalent', size, { message: `${keyPath(size.pointer)} ${effect}` });
}

/** True for a size of 100 %, which archinstall writes for a partition that fills the drive. */
function isWholeDrive(size: ConfigEntry): boolean {
  if (size.text !== undefined) return /^100\s*%$/.test(size.text);
  return size.get('unit')?.text === 'Percent' && Number(size.get('value')?.value()) === 100;
}
