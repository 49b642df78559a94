import type { FirmwareEntry } from '../boot-part.ts';
import type { Operation } from '../operation.ts';
import type { Partition } from '../plan.ts';
import { defineOperation, hostCommand, splitWords } from './define-operation.ts';
import type { DeviceDrive } from './device.ts';

/**
 * Returns the operation that writes boot entries, one per command; the entry created last boots first. Entries with the
 * same label for the same partition, from earlier attempts, are deleted first, because the firmware would otherwise
 * retain them. All other entries remain.
 *
 * @param system the EFI system partition
 * @param root the drive of the EFI system partition
 */
export function writeFirmwareEntries(
  entries: readonly FirmwareEntry[],
  system: Pick<Partition, 'number' | 'uuid'>,
  root: DeviceDrive['root'],
): Operation {
  const created = entries.toReversed();
  const where = root === '{target}' ? '' : ' for the second drive';
  return defineOperation({
    id: root === '{target}' ? 'firmware-entries' : 'second-firmware-entries',
    title: `Create firmware boot entries${where}, in this order: ${entries.map(({ label }) => label).join(', ')}`,
    stage: 'device',
    weight: 2,
    limit: 120,
    replaces: { partition: system.uuid, labels: entries.map(({ label }) => label) },
    commands: created.map(({ label, program, options }) =>
      hostCommand(
        ...splitWords(`efibootmgr --quiet --create --disk ${root}`),
        '--part',
        String(system.number),
        '--label',
        label,
        '--loader',
        program,
        ...(options === undefined ? [] : ['--unicode', options]),
      ),
    ),
    verify: [{ kind: 'ended' }],
  });
}
