import type { RequiredTool } from '../facts/machine.ts';
import type { Settings } from '../config/settings.ts';
import type { Operation } from './operation.ts';
import { imageOperations } from './operations/image.ts';
import { systemdBoot, SYSTEMD_BOOT } from './operations/loader.ts';
import { fstab } from './operations/system.ts';
import { earlyFiles, makeTree } from './operations/tree.ts';
import type { Layout, Wanted } from './plan-type.ts';
import { imageTools } from './tools.ts';

/** What of a plan depends on the target and on the firmware: partitions, kernels, boot loader. */
export interface DiskPart {
  readonly tools: readonly RequiredTool[];
  readonly packages: readonly Wanted[];
  /** Paths, without the leading slash, that one of the packages must bring. */
  readonly files: readonly string[];
  /** From the target as it is to an empty tree. */
  readonly prepare: readonly Operation[];
  /** Before the package transaction: what the maker of the initramfs reads. */
  readonly early: readonly Operation[];
  /** Right behind the package transaction. */
  readonly fstab: Operation;
  readonly loader: readonly Operation[];
  /** From the complete tree to a target that can be started. */
  readonly finish: readonly Operation[];
}

export function diskPart(settings: Settings, layout: Layout): DiskPart {
  const { kernels } = settings;
  const commandLine = commandLineOf(layout);
  return {
    tools: imageTools,
    packages: [
      { name: 'base' },
      { name: 'mkinitcpio' },
      ...kernels.map((name, index) => ({ name, pointer: `/kernels/${index}` })),
    ],
    files: [SYSTEMD_BOOT],
    prepare: [makeTree()],
    early: [earlyFiles(settings.keyboard, commandLine)],
    fstab: fstab(layout),
    loader: [systemdBoot(kernels, commandLine)],
    finish: imageOperations(layout),
  };
}

/** Virtual machines are what images are started in: the last console is the one that boot messages go to. */
function commandLineOf({ partitions }: Layout): string {
  const root = partitions.find(({ mountPoint }) => mountPoint === '/');
  return `root=UUID=${root?.fileSystemId} rw console=tty0 console=ttyS0,115200`;
}
