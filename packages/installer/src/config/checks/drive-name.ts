import { displayValue } from '../secrets.ts';
import { suggestJson, type Suggestion } from '../suggestion.ts';
import { isPlaceholder } from './placeholder.ts';
import { withPointers, type Check } from './check.ts';

const selector = /^(serial|wwn|model)=/;
/** Kernel names of whole drives. */
const kernelName = /^(sd[a-z]+|hd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+|mmcblk\d+)$/;
const partition = /^\/dev\/(?:(sd[a-z]+|hd[a-z]+|vd[a-z]+|xvd[a-z]+)\d+|(nvme\d+n\d+|mmcblk\d+)p\d+)$/;

/**
 * Reports partitions, and entries that are neither a path, the name of an image file, nor a serial number, WWN or
 * model. The check against the machine verifies that the drive exists.
 */
export const checkDriveNames: Check = ({ config, finding }) =>
  withPointers('/harddrives', config.harddrives).flatMap(({ item, pointer }) => {
    if (item === '' || isPlaceholder(item)) return [];
    const wrong = describeFault(item);
    return wrong === undefined
      ? []
      : [
          finding('drive-name', pointer, {
            message: `${displayValue(item)} ${wrong.message}`,
            expected: 'a path such as "/dev/disk/by-id/…", or serial=, wwn= or model= with a value',
            ...wrong.suggestion,
          }),
        ];
  });

function describeFault(drive: string): { message: string; suggestion?: Suggestion } | undefined {
  if (selector.test(drive)) {
    return /=\s*$/.test(drive) ? { message: 'has no value after =' } : undefined;
  }
  const [, disk, other] = partition.exec(drive) ?? [];
  const drivePath = disk ?? other;
  if (drivePath !== undefined)
    // There is no correction, because an installation on the whole drive would destroy its other partitions.
    return { message: 'is a partition, not a drive', suggestion: { hint: `write "/dev/${drivePath}"` } };
  if (drive.startsWith('/') || /\.(img|raw)$/.test(drive)) return undefined;
  return kernelName.test(drive)
    ? { message: 'is not a path', suggestion: suggestJson(`/dev/${drive}`) }
    : { message: 'does not name a drive' };
}
