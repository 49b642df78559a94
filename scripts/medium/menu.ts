/**
 * The boot menu. Both entries start the same system; the last console of the kernel command line is the one on which
 * Writ reports and asks.
 *
 * @param append further kernel arguments, without characters that are special in the menu's language
 */
export function menu(append: string): string {
  const entry = (title: string, consoles: string): string =>
    [
      `menuentry '${title}' {`,
      `  linux /boot/kernel ${`${consoles} loglevel=4 ${append}`.trim()}`,
      '  initrd /boot/initramfs',
      '}',
    ].join('\n');
  return `${[
    '# A text console requires a graphics mode on machines with UEFI.',
    'insmod all_video',
    'if loadfont unicode; then',
    '  insmod gfxterm',
    '  set gfxpayload=keep',
    '  terminal_output gfxterm',
    'fi',
    '# The menu also appears on the first serial port, if there is one.',
    'if serial --unit=0 --speed=115200; then',
    '  terminal_input --append serial',
    '  terminal_output --append serial',
    'fi',
    'set timeout=3',
    entry('Writ', 'console=ttyS0,115200 console=tty0'),
    entry('Writ, on the serial console', 'console=tty0 console=ttyS0,115200'),
  ].join('\n')}\n`;
}
