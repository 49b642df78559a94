import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../tools/mirror/src/build/process.ts';

const init = fileURLToPath(new URL('init', import.meta.url));

/** Modules for the drives from which machines boot, for the file systems of the medium, and for the overlay. */
const modules = `
  ahci ata_generic ata_piix cdrom ehci_pci hv_storvsc isofs loop mmc_block mptspi nvme ohci_pci overlay sd_mod sdhci_acpi
  sdhci_pci sr_mod squashfs uas uhci_hcd usb_storage virtio_blk virtio_pci virtio_scsi vmw_pvscsi xhci_pci
`;

/**
 * Creates an initramfs with BusyBox, the modules, and `init`, which mounts the medium with this build id. It is not
 * compressed, because decompression is slow in an emulated machine.
 */
export async function makeInitramfs(
  tree: string,
  release: string,
  buildId: string,
  file: string,
  aside: string,
): Promise<void> {
  const root = join(aside, 'initramfs');
  for (const name of ['bin', 'dev', 'modules', 'proc', 'root', 'run', 'sys'])
    await mkdir(join(root, name), { recursive: true });
  await copyFile(join(tree, 'usr/bin/busybox'), join(root, 'bin/busybox'));
  await copyFile(init, join(root, 'init'));
  await writeFile(join(root, 'build-id'), `${buildId}\n`);
  const listed = await run([
    'modprobe',
    '--dirname',
    join(tree, 'usr'),
    '--set-version',
    release,
    '--show-depends',
    '--all',
    ...modules.trim().split(/\s+/),
  ]);
  const paths = new Set([...listed.matchAll(/^insmod (\S+)/gm)].map(([, path = '']) => path));
  for (const path of paths) await copyFile(path, join(root, 'modules', basename(path)));
  await writeFile(join(root, 'load'), [...paths].map((path) => `/modules/${basename(path)}\n`).join(''));
  await run(['bsdtar', '--format', 'newc', '-cf', file, '.'], { cwd: root });
}
