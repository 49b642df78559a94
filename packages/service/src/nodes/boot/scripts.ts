/**
 * The script for a machine that starts from its own disks. Without an error status, UEFI firmware would consider the boot
 * successful, and display its menu instead of starting the next entry; see e2e/machines/netboot.
 */
export const LOCAL_BOOT = '#!ipxe\nexit 1\n';

/**
 * The script for all machines, which requests the script for the particular machine. Addresses are relative to the address
 * of a script, and hardware addresses have hyphens, because iPXE would take a word before a colon as a scheme.
 */
export const START_SCRIPT = '#!ipxe\nchain node.ipxe?mac=${netX/mac:hexhyp}\n';

/** Values for the kernel command line, none of which are secret. */
export interface MediumBoot {
  /** The network card in lower case with colons. */
  readonly mac: string;
  /** The https address of the service for agents. */
  readonly server: string;
  /** Further kernel arguments. */
  readonly append: string;
}

/**
 * Returns the script that starts the medium. UEFI firmware passes the files by the names in `initrd=` arguments; with BIOS
 * firmware, iPXE passes them itself.
 */
export function mediumScript({ mac, server, append }: MediumBoot): string {
  const initial = ['initramfs', 'medium', 'agent'];
  return `${[
    '#!ipxe',
    `kernel kernel ${initial.map((name) => `initrd=${name}`).join(' ')} console=ttyS0,115200 console=tty0 loglevel=4 writ.server=${server} ${append}`.trim(),
    'initrd initramfs',
    'initrd medium',
    `initrd --name agent agent?mac=${mac.replaceAll(':', '-')}`,
    'boot',
  ].join('\n')}\n`;
}

/**
 * Returns the lines for dnsmasq, which give iPXE to machines that boot from the network, and the script to iPXE. Both
 * programs use the network driver of the firmware: with its own driver (`ipxe.efi`), iPXE hangs in OVMF when it ends.
 *
 * @param url address of the boot service, such as `http://192.0.2.1:7879`
 */
export function dnsmasqLines(url: string): string[] {
  return [
    'enable-tftp',
    'tftp-root=/usr/lib/ipxe',
    'dhcp-match=set:ipxe,175',
    'dhcp-match=set:efi,option:client-arch,7',
    'dhcp-match=set:efi,option:client-arch,9',
    'dhcp-boot=tag:!ipxe,tag:!efi,undionly.kpxe',
    'dhcp-boot=tag:!ipxe,tag:efi,snponly.efi',
    `dhcp-boot=tag:ipxe,${url}/boot/start.ipxe`,
  ];
}
