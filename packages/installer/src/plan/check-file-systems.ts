import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import type { PlanFacts } from './create-plan.ts';

/** Checks that an image does not contain file systems that Writ creates only on disks. */
export function checkFileSystems({ disk }: Settings, { target }: PlanFacts): Diagnostic[] {
  if (disk === undefined || target.kind !== 'image') return [];
  const listed = disk.partitions?.findIndex(({ fileSystem }) => fileSystem === 'f2fs');
  const isUsed = listed === undefined ? disk.fileSystem?.kind === 'f2fs' : listed !== -1;
  if (!isUsed) return [];
  // A listed partition without its own file system has that of the disk.
  const pointer =
    disk.fileSystem?.kind === 'f2fs' || listed === undefined
      ? '/x-writ/disk/file-system'
      : `/x-writ/disk/partitions/${listed}/file-system`;
  return [
    refusal('file-system-unsuitable', 'Writ creates f2fs only on disks, not in images', {
      pointer,
      hint: 'choose another file system, or a disk as the target',
    }),
  ];
}
