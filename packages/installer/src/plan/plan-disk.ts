import type { RequiredTool } from '../facts/machine.ts';
import type { Settings } from '../config/settings.ts';
import { planBoot, kernelCommandLine, isUnified } from './plan-boot.ts';
import type { BootPart } from './boot-part.ts';
import { inParallel, inSequence, type Schedule } from './dependencies.ts';
import { findVolume, listVolumes, type Firmware } from './layout.ts';
import type { Operation } from './operation.ts';
import {
  unmountDevices,
  writeFirmwareEntries,
  prepareDevices,
  type DeviceDrive,
} from './operations/device.ts';
import { writeFstab } from './operations/fstab.ts';
import { embedGrub } from './operations/grub.ts';
import { imageOperations } from './operations/image.ts';
import { buildInitramfs } from './operations/initramfs.ts';
import { writeInitramfsSettings, makeMountedTree, makeTree } from './operations/tree.ts';
import type { Layout, PlannedTarget, Requirement } from './plan.ts';
import { compareTool, deviceTools, imageTools } from './tools.ts';

/** The part of a plan that depends on target and firmware: partitions, kernels, boot loader. */
export interface DiskPart {
  readonly tools: readonly RequiredTool[];
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that the packages must contain. */
  readonly files: readonly string[];
  /** Operations that prepare the target, up to an empty tree. */
  readonly prepare: readonly Operation[];
  /** Operations before the package transaction, such as settings of the initramfs. */
  readonly early: readonly Operation[];
  /** The operation that directly follows the package transaction. */
  readonly fstab: Operation;
  /** Operations that create the files below /boot: kernels, their initramfs, the boot loader. */
  readonly boot: Schedule;
  /** The same operations as a list. */
  readonly bootOperations: readonly Operation[];
  /** Operations that turn the complete tree into a bootable target. */
  readonly finish: Schedule;
}

/** The drives of a plan, and facts about the machine that will boot from them. */
export interface DiskFacts {
  readonly target: PlannedTarget;
  /** The drive for /home. */
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
  const here = target.kind === 'device';
  const commandLine = kernelCommandLine(layout, facts.simulated);
  const unified = isUnified(settings, variables);
  const boot = planBoot(bootloader, { kernels, firmware, layout, commandLine, unified, variables });
  const initramfs = buildInitramfs(boot.bootFiles, unified);
  const loader = inSequence(...boot.loader);
  const drives = [target, ...(second === undefined ? [] : [second])];
  return {
    packages: [
      { name: 'base' },
      { name: 'mkinitcpio' },
      ...kernels.map((name, index) => ({ name, pointer: `/kernels/${index}` })),
      // Virtual hardware needs no firmware packages, and the hardware that will boot an image is
      // unknown.
      ...(here && !facts.simulated ? [{ name: 'linux-firmware' }] : []),
      ...(microcode === undefined ? [] : [{ name: microcode }]),
      ...boot.packages,
    ],
    files: boot.files,
    early: [
      writeInitramfsSettings({ keyboard, commandLine, here, microcode: microcode !== undefined }),
      ...boot.early,
    ],
    fstab: writeFstab(drives.map((drive) => drive.layout)),
    boot: boot.needsBootFiles
      ? inSequence(inParallel(...initramfs), loader)
      : inParallel(...initramfs, loader),
    bootOperations: [...initramfs, ...boot.loader],
    ...(here ? planDevice(drives, boot, variables) : planImage(layout, second?.layout, boot)),
  };
}

function planImage(
  layout: Layout,
  home: Layout | undefined,
  { embedded }: BootPart,
): Pick<DiskPart, 'tools' | 'prepare' | 'finish'> {
  return {
    tools: embedded ? [...imageTools, compareTool] : imageTools,
    prepare: [makeTree()],
    finish: imageOperations(layout, home, embedded === true),
  };
}

function planDevice(
  targets: readonly PlannedTarget[],
  { embedded, entries }: BootPart,
  variables: boolean,
): Pick<DiskPart, 'tools' | 'prepare' | 'finish'> {
  const drives = targets.flatMap((device, index): DeviceDrive[] =>
    device.kind === 'device' ? [{ device, root: index === 0 ? '{target}' : '{second}' }] : [],
  );
  const volumes = targets.flatMap(({ layout }) => listVolumes(layout));
  const [system] = targets;
  const esp = system === undefined ? undefined : findVolume(system.layout, '/boot');
  return {
    tools: deviceTools(variables),
    prepare: [
      ...prepareDevices(drives),
      makeMountedTree(volumes.map(({ content }) => content.mountPoint).toSorted()),
    ],
    finish: inSequence(
      ...(embedded && system !== undefined ? [embedGrub(system.layout, '{target}', 'device')] : []),
      ...(variables && esp !== undefined ? [writeFirmwareEntries(entries, esp)] : []),
      unmountDevices(drives),
    ),
  };
}
