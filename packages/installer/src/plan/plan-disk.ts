import type { RequiredTool } from '../facts/machine.ts';
import type { Settings } from '../config/settings.ts';
import { planBoot, kernelCommandLine, isUnified } from './plan-boot.ts';
import type { BootPart } from './boot-part.ts';
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
import { writeInitramfsSettings, makeMountedTree, makeTree } from './operations/tree.ts';
import type { Layout, PlannedTarget, Requirement } from './plan.ts';
import { compareTool, deviceTools, imageTools } from './tools.ts';

/** What of a plan depends on the target and on the firmware: partitions, kernels, boot loader. */
export interface DiskPart {
  readonly tools: readonly RequiredTool[];
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that one of the packages must bring. */
  readonly files: readonly string[];
  /** From the target as it is to an empty tree. */
  readonly prepare: readonly Operation[];
  /** Before the package transaction: what the maker of the initramfs reads. */
  readonly early: readonly Operation[];
  /** What the package transaction leaves below /boot, as the new system names it. */
  readonly bootFiles: readonly string[];
  /** Right behind the package transaction. */
  readonly fstab: Operation;
  readonly loader: readonly Operation[];
  /** From the complete tree to a target that can be started. */
  readonly finish: readonly Operation[];
}

/** The drives of a plan and the machine that will be started from them, as far as it is known. */
export interface DiskFacts {
  readonly target: PlannedTarget;
  /** Holds /home. */
  readonly second?: PlannedTarget;
  readonly firmware: Firmware;
  /** This machine's firmware can be told what to start: never of an image. */
  readonly variables: boolean;
  /** A virtual machine, as every image is expected to be started in one. */
  readonly simulated: boolean;
  /** Package with corrections of the machine's processor. */
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
  const drives = [target, ...(second === undefined ? [] : [second])];
  return {
    packages: [
      { name: 'base' },
      { name: 'mkinitcpio' },
      ...kernels.map((name, index) => ({ name, pointer: `/kernels/${index}` })),
      // Virtual hardware needs no firmware; what an image will be started on is not known.
      ...(here && !facts.simulated ? [{ name: 'linux-firmware' }] : []),
      ...(microcode === undefined ? [] : [{ name: microcode }]),
      ...boot.packages,
    ],
    files: boot.files,
    early: [
      writeInitramfsSettings({ keyboard, commandLine, here, microcode: microcode !== undefined }),
      ...boot.early,
    ],
    bootFiles: boot.bootFiles,
    fstab: writeFstab(drives.map((drive) => drive.layout)),
    loader: boot.loader,
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
    finish: [
      ...(embedded && system !== undefined ? [embedGrub(system.layout, '{target}', 'device')] : []),
      ...(variables && esp !== undefined ? [writeFirmwareEntries(entries, esp)] : []),
      unmountDevices(drives),
    ],
  };
}
