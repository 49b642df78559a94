/** Returns a configuration of about 300 lines. Most lines are packages, as is typical of large configurations. */
export function configuration(): string {
  const config = {
    bootloader: 'systemd-bootctl',
    kernels: ['linux', 'linux-lts'],
    'mirror-region': { Worldwide: {}, Mine: ['https://mirror.example/$repo/os/$arch'] },
    '!root-password': { $secret: 'root' },
    '!users': [
      { username: 'ada', '!password': { $secret: 'ada' }, sudo: true },
      { username: 'grace', sudo: false },
    ],
    harddrives: ['/dev/disk/by-id/nvme-Samsung_SSD_980_1TB_S649NX0R123456'],
    hostname: 'workshop',
    timezone: 'Europe/Berlin',
    'keyboard-language': 'de-latin1',
    network_config: {
      type: 'manual',
      nics: [
        { iface: 'enp3s0', ip: '192.168.1.5/24', gateway: '192.168.1.1', dns: ['192.168.1.1', '1.1.1.1'] },
        { iface: 'enp4s0', dhcp: true },
      ],
    },
    audio_config: { audio: 'pipewire' },
    profile: { main: 'desktop', details: 'gnome', gfx_driver: 'Intel (open-source)', greeter_type: 'gdm' },
    packages: Array.from({ length: 220 }, (_, index) => `package-${index + 1}`),
    services: ['sshd', 'bluetooth', 'cups.socket'],
    'custom-commands': ['systemctl enable fstrim.timer', 'usermod -aG video ada'],
    ntp: true,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
