import type { BootPart, BootOptions } from '../boot-part.ts';
import { MIB, findVolume, partitionTypes, type Firmware } from '../layout.ts';
import type { Command, Operation } from '../operation.ts';
import type { Layout, Partition } from '../plan.ts';
import { chrootCommand, hostCommand, defineOperation, splitWords } from './define-operation.ts';
import { treeFile } from './tree-files.ts';
import { kernelFiles, REMOVABLE_PATH } from './unified.ts';

/** Parameters for each firmware. `format` is also the name of the folder that contains GRUB's modules. */
const platforms: Readonly<Record<Firmware, { format: string; modules: string; core: string }>> = {
  uefi: {
    format: 'x86_64-efi',
    modules: 'part_gpt fat normal configfile search search_fs_uuid linux',
    core: REMOVABLE_PATH,
  },
  bios: {
    format: 'i386-pc',
    modules: 'biosdisk part_gpt ext2 normal configfile search search_fs_uuid linux',
    core: '/boot/grub/i386-pc/core.img',
  },
};

/** Returns the path, in the distribution's grub package, of the image from which a core image is built. */
const kernelImagePath = (firmware: Firmware): string =>
  `usr/lib/grub/${platforms[firmware].format}/kernel.img`;

export function planGrub(wish: BootOptions): BootPart {
  const { kernels, firmware, variables } = wish;
  return {
    packages: ['grub', ...(variables ? ['efibootmgr'] : [])].map((name) => ({
      name,
      pointer: '/bootloader',
    })),
    files: [kernelImagePath(firmware)],
    early: [],
    bootFiles: kernelFiles(kernels),
    loader: [writeGrubMenu(wish), buildGrubCore(wish)],
    entries: [{ label: 'GRUB', program: String.raw`\EFI\BOOT\BOOTX64.EFI` }],
    ...(firmware === 'bios' ? { embedded: true } : {}),
  };
}

/**
 * Returns the operation that writes the menu, and the settings from which `grub-mkconfig` can later generate a new
 * menu.
 */
function writeGrubMenu({ kernels, layout, commandLine }: BootOptions): Operation {
  const { volume, folder } = findBootVolume(layout);
  const entries = kernels.map((kernel) =>
    [
      `menuentry "Arch Linux (${kernel})" --id arch-${kernel} {`,
      `  linux ${folder}/vmlinuz-${kernel} ${commandLine}`,
      `  initrd ${folder}/initramfs-${kernel}.img`,
      '}',
    ].join('\n'),
  );
  const files = [
    treeFile(
      '/boot/grub/grub.cfg',
      [
        '# grub-mkconfig -o /boot/grub/grub.cfg regenerates this file from /etc/default/grub.',
        'set default=0',
        'set timeout=3',
        `search --no-floppy --fs-uuid --set=root ${volume}`,
        ...entries,
        '',
      ].join('\n'),
    ),
    treeFile(
      '/etc/default/grub',
      [
        'GRUB_DEFAULT=0',
        'GRUB_TIMEOUT=3',
        'GRUB_DISTRIBUTOR="Arch"',
        'GRUB_CMDLINE_LINUX_DEFAULT=""',
        // grub-mkconfig detects the root file system itself.
        `GRUB_CMDLINE_LINUX="${commandLine.replace(/^root=\S+ rw ?/, '')}"`,
        '',
      ].join('\n'),
    ),
    treeFile('/boot/grub/early.cfg', `search.fs_uuid ${volume} root\nset prefix=($root)${folder}/grub\n`),
  ];
  const what = kernels.length === 1 ? 'an entry' : 'entries';
  return defineOperation({
    id: 'loader',
    title: `Write GRUB's menu with ${what} for ${kernels.join(', ')}`,
    stage: 'loader',
    files,
    verify: files,
  });
}

/**
 * Returns the operation that builds the core image without `grub-install`, which refuses a folder that is not a mounted
 * partition and detects values on this machine that the plan already contains.
 */
function buildGrubCore({ firmware, layout }: BootOptions): Operation {
  const { format, modules, core: output } = platforms[firmware];
  const { folder } = findBootVolume(layout);
  return defineOperation({
    id: 'loader-core',
    title: `Build GRUB's core image for ${firmware === 'uefi' ? 'UEFI' : 'BIOS'} machines`,
    stage: 'loader',
    weight: 5,
    files: [{ kind: 'folder', path: `{tree}${output.slice(0, output.lastIndexOf('/'))}`, mode: 0o755 }],
    commands: [
      hostCommand('cp', '-R', '--', `{tree}/usr/lib/grub/${format}`, '{tree}/boot/grub/'),
      chrootCommand(
        'grub-mkimage',
        ...splitWords(
          `--format=${format} --prefix=${folder}/grub --config=/boot/grub/early.cfg --output=${output}`,
        ),
        ...splitWords(modules),
      ),
      ...(firmware === 'bios' ? linkBootCode(layout) : []),
    ],
    verify: [
      { kind: 'exists', path: `{tree}${output}` },
      { kind: 'exists', path: `{tree}/boot/grub/${format}/normal.mod` },
    ],
  });
}

const CORE = '{tree}/boot/grub/i386-pc/core.img';
const BOOT = '{tree}/boot/grub/i386-pc/boot.img';
/**
 * The offset at which boot.img stores the sector number of core.img's first sector, and the offset at which
 * core.img stores that of its second sector.
 */
const NEXT_IN_BOOT = 0x5c;
const NEXT_IN_CORE = 0x1f4;
/** Number of bytes of boot code in the first sector. The disk signature and the MBR partition table follow it. */
const BOOT_CODE = 440;
/**
 * Writes bytes into a file. The bytes are not passed on standard input, because input is UTF-8.
 *
 * Arguments: the bytes as escape sequences of printf, the offset, and the file.
 */
const WRITE_BYTES = 'printf "$1" | dd status=none bs=1 conv=notrunc seek="$2" of="$3"';

/**
 * Returns commands that write the position of core.img into boot.img and core.img, and pad core.img to the size of
 * its partition.
 */
function linkBootCode(layout: Layout): Command[] {
  const { start, size } = biosBootPartition(layout);
  const sector = start / layout.sectorSize;
  const patch = (path: string, at: number, number: number): Command =>
    hostCommand('sh', '-euc', WRITE_BYTES, 'sh', escapeSectorNumber(number), String(at), path);
  return [
    patch(BOOT, NEXT_IN_BOOT, sector),
    patch(CORE, NEXT_IN_CORE, sector + 1),
    hostCommand('truncate', '-s', String(size), '--', CORE),
  ];
}

/**
 * Returns the operation that writes boot code to the first sector and the BIOS boot partition with dd, because
 * grub-bios-setup does not support image files.
 *
 * @param target `{image}`, `{target}` or `{second}`
 */
export function embedGrub(layout: Layout, target: string, stage: 'image' | 'device'): Operation {
  const { start, size } = biosBootPartition(layout);
  const isSecond = target === '{second}';
  return defineOperation({
    id: isSecond ? 'second-boot-code' : `${stage}-boot-code`,
    title: `Write the boot code for BIOS firmware${isSecond ? ' to the second drive' : ''}`,
    stage,
    weight: 2,
    commands: [
      hostCommand(
        ...splitWords(`dd status=none bs=${BOOT_CODE} count=1 conv=notrunc`),
        `if=${BOOT}`,
        `of=${target}`,
      ),
      hostCommand(
        ...splitWords(`dd status=none bs=${MIB} seek=${start / MIB} conv=notrunc`),
        `if=${CORE}`,
        `of=${target}`,
      ),
    ],
    verify: [
      { kind: 'command', command: hostCommand('cmp', `--bytes=${BOOT_CODE}`, '--', BOOT, target) },
      {
        kind: 'command',
        command: hostCommand('cmp', `--bytes=${size}`, `--ignore-initial=0:${start}`, '--', CORE, target),
      },
    ],
  });
}

/**
 * Returns a sector number as eight little-endian bytes, the form that boot code reads, in octal escape sequences of
 * printf.
 */
function escapeSectorNumber(sector: number): string {
  return Array.from({ length: 8 }, (_item, index) => {
    const byte = Math.floor(sector / 256 ** index) % 256;
    return `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}

/**
 * Returns the BIOS boot partition that the plan creates. Never returns a kept partition, because that retains its name
 * and type, and belongs to another system.
 */
function biosBootPartition({ partitions }: Layout): Partition {
  const found = partitions.find(({ type, kept }) => kept === undefined && type === partitionTypes.biosBoot);
  if (found === undefined) throw new Error('the layout has no BIOS boot partition');
  return found;
}

/** Returns the identifier of the file system that contains the kernels, and their folder in it. */
function findBootVolume(layout: Layout): { volume: string; folder: string } {
  const esp = findVolume(layout, '/boot');
  if (esp !== undefined) return { volume: esp.content.id, folder: '' };
  return { volume: findVolume(layout, '/')?.content.id ?? '', folder: '/boot' };
}
