import type { RequiredTool } from '../facts/machine.ts';
import type { Settings } from '../config/settings.ts';
import { planBoot, kernelCommandLine, isUnified } from './plan-boot.ts';
import type { BootPart } from './boot-part.ts';
import { inParallel, inSequence, type Schedule } from './dependencies.ts';
import { findVolume, hasArrays, isSparse, listVolumes, type Firmware } from './layout.ts';
import { listMounts, listMountPoints } from './mounts.ts';
import type { Operation } from './operation.ts';
import { prepareDevices, unmountDevices, type DeviceDrive } from './operations/device.ts';
import { writeFirmwareEntries } from './operations/firmware-entries.ts';
import { writeFstab } from './operations/fstab.ts';
import { writeCrypttab } from './operations/crypttab.ts';
import { configureArrays, degradedStart } from './operations/raid.ts';
import { embedGrub } from './operations/grub.ts';
import { imageOperations } from './operations/image.ts';
import { hasOwnRoot } from './operations/image-partitions.ts';
import { isBuiltSeparately, LOOP_REASON, needsLoopMount } from './operations/separate-partition.ts';
import { adoptMountPoints, createMountPoints } from './operations/mount-points.ts';
import { configureSnapshots } from './operations/snapshots.ts';
import { copySavedTables } from './operations/kept-partitions.ts';
import { createSwapFile } from './operations/swap-file.ts';
import { buildInitramfs } from './operations/initramfs.ts';
import { writeInitramfsSettings, makeMountedTree, makeTree } from './operations/tree.ts';
import { syncFolder } from './operations/prepared-folder.ts';
import type { Layout, PlannedFolder, PlannedTarget, Requirement } from './plan.ts';
import { compareTool, debugTool, deviceTools, fileSystemTools, folderTools, imageTools } from './tools.ts';

/** The part of a plan that depends on the target and the firmware: partitions, kernels, boot loader. */
export interface DiskPart {
  readonly tools: readonly RequiredTool[];
  /** The reason why only root can create an image; absent if it does not require root, and for a disk. */
  readonly root?: string;
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that the packages must contain. */
  readonly files: readonly string[];
  /** Operations that prepare the target, up to an empty tree. */
  readonly prepare: readonly Operation[];
  /** Operations before the package transaction, such as writing the initramfs settings. */
  readonly early: readonly Operation[];
  /** The operations that directly follow the package transaction: mount points, fstab, crypttab, a swap file. */
  readonly mounts: readonly Operation[];
  /** Operations that create the files under /boot: kernels, their initramfs files, the boot loader. */
  readonly boot: Schedule;
  /** The operations of `boot` as a list. */
  readonly bootOperations: readonly Operation[];
  /** Operations that turn the complete tree into a bootable target. */
  readonly finish: Schedule;
}

/** The drives of a plan, and facts about the machine that will boot from them. */
export interface DiskFacts {
  readonly target: PlannedTarget;
  /** The drive for /home or for RAID. */
  readonly second?: PlannedTarget;
  readonly firmware: Firmware;
  /** True if boot entries can be written to this machine's firmware; always false for an image. */
  readonly variables: boolean;
  /** True for a virtual machine; images are expected to boot in one. */
  readonly simulated: boolean;
  /** The package with the processor's microcode. */
  readonly microcode?: string;
}

export function planDisk(settings: Settings, facts: DiskFacts): DiskPart {
  const { kernels, keyboard, bootloader } = settings;
  const { target, second, firmware, variables, microcode } = facts;
  const { layout } = target;
  const here = target.kind !== 'image';
  const drives = [target, ...(second === undefined ? [] : [second])];
  const layouts = drives.map((drive) => drive.layout);
  const encrypted = !layouts.every(isSparse);
  const raid = settings.disk?.raid !== undefined;
  const commandLine = kernelCommandLine(layout, facts.simulated);
  const unified = isUnified(settings, variables);
  const boot = planBoot(bootloader, { kernels, firmware, layout, commandLine, unified, variables });
  const initramfs = buildInitramfs(boot.bootFiles, unified);
  const loader = inSequence(...boot.loader);
  return {
    packages: [
      { name: 'base' },
      { name: 'mkinitcpio' },
      ...kernels.map((name, index) => ({ name, pointer: `/kernels/${index}` })),
      // Virtual hardware needs no firmware packages, and the hardware that will boot an image is
      // unknown.
      ...(here && !facts.simulated ? [{ name: 'linux-firmware' }] : []),
      ...(microcode === undefined ? [] : [{ name: microcode }]),
      ...fileSystemPackages(settings, layouts),
      ...(encrypted ? [{ name: 'cryptsetup', pointer: '/x-writ/disk/luks' }] : []),
      ...(raid ? [{ name: 'mdadm', pointer: '/x-writ/disk/raid' }] : []),
      ...boot.packages,
    ],
    files: [
      ...boot.files,
      ...(encrypted ? [ENCRYPT_HOOK] : []),
      ...(raid ? [RAID_HOOK, ...degradedStart] : []),
    ],
    early: [
      writeInitramfsSettings({
        keyboard,
        commandLine,
        here,
        microcode: microcode !== undefined,
        encrypted,
        raid,
      }),
      ...boot.early,
    ],
    mounts: [
      ...(here
        ? adoptMountPoints(listMountPoints(drives))
        : createMountPoints(
            layouts.flatMap(listVolumes).map(({ content }) => content.mountPoint),
            settings.users.map(({ name }) => name),
          )),
      writeFstab(layouts),
      ...writeCrypttab(layouts),
      ...configureArrays(layout, bootloader === 'systemd-bootctl'),
      // The file system of an image is created at the end, with its swap file.
      ...(here ? createSwapFile(layout) : []),
      ...configureSnapshots(settings.disk, layout),
      ...copySavedTables(deviceDrives(drives)),
    ],
    boot: boot.needsBootFiles
      ? inSequence(inParallel(...initramfs), loader)
      : inParallel(...initramfs, loader),
    bootOperations: [...initramfs, ...boot.loader],
    ...(target.kind === 'folder'
      ? planFolder(target, boot, variables)
      : here
        ? planDevice(drives, boot, variables)
        : planImage(layout, second?.layout, boot)),
  };
}

/** The initramfs hook that prompts for the passphrase, as a path in a package. */
const ENCRYPT_HOOK = 'usr/lib/initcpio/install/sd-encrypt';
/** The initramfs hook that assembles RAID arrays, as a path in a package. */
const RAID_HOOK = 'usr/lib/initcpio/install/mdadm_udev';

/** Returns the package of the programs with which the new system checks and changes xfs, btrfs or f2fs; empty for ext4. */
function fileSystemPackages({ disk }: Settings, layouts: readonly Layout[]): Requirement[] {
  if (disk?.partitions !== undefined || disk?.mounted === true) {
    const pointer = `/x-writ/disk/${disk.mounted === true ? 'layout' : 'partitions'}`;
    const kinds = new Set(layouts.flatMap(listVolumes).map(({ content }) => content.kind));
    return (['btrfs', 'xfs', 'f2fs'] as const)
      .filter((kind) => kinds.has(kind))
      .map((kind) => ({ name: programs[kind], pointer }));
  }
  const kind = disk?.fileSystem?.kind;
  if (kind === undefined) return [];
  return [{ name: programs[kind], pointer: '/x-writ/disk/file-system' }];
}

const programs = { btrfs: 'btrfs-progs', xfs: 'xfsprogs', f2fs: 'f2fs-tools' } as const;

function planImage(
  layout: Layout,
  home: Layout | undefined,
  { embedded }: BootPart,
): Pick<DiskPart, 'tools' | 'root' | 'prepare' | 'finish'> {
  const layouts = home === undefined ? [layout] : [layout, home];
  return {
    tools: [
      ...imageTools,
      ...(embedded || layouts.some(({ partitions }) => partitions.some(isBuiltSeparately))
        ? [compareTool]
        : []),
      ...fileSystemTools(layouts),
      ...(layouts.flatMap(listVolumes).some(({ content }) => hasOwnRoot(content)) ? [debugTool] : []),
    ],
    ...(layouts.some(needsLoopMount) ? { root: LOOP_REASON } : {}),
    prepare: [makeTree()],
    finish: imageOperations(layout, home, embedded === true),
  };
}

function planFolder(
  { layout, retained }: PlannedFolder,
  { embedded, entries }: BootPart,
  variables: boolean,
): Pick<DiskPart, 'tools' | 'prepare' | 'finish'> {
  const mounts = listMounts(layout);
  const mountPoints = mounts.map(({ mountPoint }) => mountPoint);
  const esp = findVolume(layout, '/boot');
  return {
    tools: folderTools(variables),
    prepare: [{ ...makeMountedTree(mountPoints.toSorted(), new Set(retained)), guardsTarget: true }],
    finish: inSequence(
      ...(embedded ? [embedGrub(layout, '{target}', 'device')] : []),
      ...(variables && esp !== undefined ? [writeFirmwareEntries(entries, esp, '{target}')] : []),
      syncFolder(mounts),
    ),
  };
}

function deviceDrives(targets: readonly PlannedTarget[]): DeviceDrive[] {
  return targets.flatMap((device, index): DeviceDrive[] =>
    device.kind === 'device' ? [{ device, root: index === 0 ? '{target}' : '{second}' }] : [],
  );
}

function planDevice(
  targets: readonly PlannedTarget[],
  { embedded, entries }: BootPart,
  variables: boolean,
): Pick<DiskPart, 'tools' | 'prepare' | 'finish'> {
  const drives = deviceDrives(targets);
  const mounts = targets.flatMap(({ layout }) => listMounts(layout));
  const mountPoints = mounts.map(({ mountPoint }) => mountPoint);
  const kept = mounts.filter(({ volume }) => volume.kept === 'content').map(({ mountPoint }) => mountPoint);
  const [system] = targets;
  const esp = system === undefined ? undefined : findVolume(system.layout, '/boot');
  // The machine starts from the first drive, or from either drive of a RAID.
  const started = drives.filter(({ device, root }) => root === '{target}' || hasArrays(device.layout));
  return {
    tools: [...deviceTools(variables), ...fileSystemTools(targets.map(({ layout }) => layout))],
    prepare: [...prepareDevices(drives), makeMountedTree(mountPoints.toSorted(), new Set(kept))],
    finish: inSequence(
      ...(embedded ? started.map(({ device, root }) => embedGrub(device.layout, root, 'device')) : []),
      // The entries that are created last start first.
      ...(variables
        ? started.toReversed().flatMap(({ device, root }) => {
            const copy = device.layout.partitions.find(({ number }) => number === esp?.number);
            return copy === undefined ? [] : [writeFirmwareEntries(entries, copy, root)];
          })
        : []),
      unmountDevices(drives),
    ),
  };
}
