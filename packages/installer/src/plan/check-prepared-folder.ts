import type { Diagnostic } from '@writ/diagnostics';
import { isIn } from '../config/checks/mount-points.ts';
import { escapePointer } from '../config/pointers.ts';
import type { Settings } from '../config/settings.ts';
import type { PreparedFolder, PreparedMount } from '../facts/chosen-target.ts';
import { refusal } from '../finding-codes.ts';
import type { PlanFacts } from './create-plan.ts';
import { findBootCode } from './folder-layout.ts';
import { MIB, partitionTypes, type Firmware } from './layout.ts';

/** Checks that the boot loader can start a system from the file systems in a prepared folder. */
export function checkPreparedFolder(
  settings: Settings,
  { target }: PlanFacts,
  firmware: Firmware,
): Diagnostic[] {
  if (target.kind !== 'folder') return [];
  return [...checkBoot(target, firmware), ...checkHomes(settings, target)];
}

function checkBoot({ path, mounts, bootDisk }: PreparedFolder, firmware: Firmware): Diagnostic[] {
  const boot = mounts.find(({ mountPoint }) => mountPoint === '/boot');
  const unsuitable = (message: string, hint: string): Diagnostic =>
    refusal('folder-unsuitable', message, { hint });
  if (bootDisk.table !== 'gpt') {
    return [
      unsuitable(
        `${bootDisk.path} has ${bootDisk.table === undefined ? 'no partition table' : `a partition table of the type ${bootDisk.table}`}`,
        'the disk from which the machine starts must have a GPT',
      ),
    ];
  }
  if (firmware === 'uefi') {
    return boot?.fileSystem === 'vfat' && boot.partition.type === partitionTypes.esp
      ? []
      : [
          unsuitable(
            boot === undefined
              ? `no file system is mounted at ${path}/boot`
              : `${boot.partition.path}, which is mounted at ${path}/boot, is not an EFI system partition with FAT`,
            `UEFI machines require an EFI system partition with FAT at ${path}/boot`,
          ),
        ];
  }
  const kernels = boot ?? mounts[0];
  return [
    ...(kernels?.fileSystem === 'ext4'
      ? []
      : [
          unsuitable(
            `on BIOS machines, GRUB reads kernels only from ext4, not from ${kernels?.fileSystem}`,
            `mount an ext4 file system at ${path}/boot`,
          ),
        ]),
    ...(findBootCode(bootDisk.partitions) !== undefined
      ? []
      : [
          unsuitable(
            `${bootDisk.path} has no suitable partition for the boot code`,
            `BIOS machines require exactly one partition of the type ${partitionTypes.biosBoot}, of at least ${MIB / 1024} KiB, which begins at a multiple of 1 MiB`,
          ),
        ]),
  ];
}

/** Reports SSH keys and permissions that would be written to a home folder that remains. */
function checkHomes({ users }: Settings, target: PreparedFolder): Diagnostic[] {
  return users.flatMap(({ name, extension = {} }) => {
    const remains = hasHome(name, target.mounts);
    const account = `/x-writ/accounts/${escapePointer(name)}`;
    return [
      ...(extension.authorizedKeys !== undefined && (remains || hasKeys(name, target.mounts))
        ? [
            refusal(
              'folder-unsuitable',
              `these keys would replace those in the home folder of ${name}, which remains`,
              {
                pointer: `${account}/authorized-keys`,
                hint: 'remove authorized-keys, and add the keys after the first start',
              },
            ),
          ]
        : []),
      ...(extension.homeMode !== undefined && remains
        ? [
            refusal('folder-unsuitable', `the home folder of ${name} remains with its permissions`, {
              pointer: `${account}/home-mode`,
              hint: 'remove home-mode, and change the permissions after the first start',
            }),
          ]
        : []),
    ];
  });
}

/** True if a file system that remains is mounted at or in the folder for a user's SSH keys. */
function hasKeys(name: string, mounts: readonly PreparedMount[]): boolean {
  return mounts.some(({ mountPoint, isRetained }) => isRetained && isIn(mountPoint, `/home/${name}/.ssh`));
}

/** True if the home folder of a user exists in a file system that remains. */
function hasHome(name: string, mounts: readonly PreparedMount[]): boolean {
  return mounts.some(
    ({ mountPoint, entries, isRetained }) =>
      isRetained &&
      (mountPoint === '/home'
        ? entries.some((entry) => entry === name || entry.startsWith(`${name}/`))
        : mountPoint === `/home/${name}` && entries.length > 0),
  );
}
