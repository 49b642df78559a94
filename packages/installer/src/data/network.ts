/** Packages and services of each type of network. */
export const network = {
  nm: {
    packages: ['networkmanager'],
    /** The tray applet, for desktops. */
    desktopPackages: ['network-manager-applet'],
    services: ['NetworkManager.service'],
  },
  /** Configured by files of systemd-networkd. */
  files: { services: ['systemd-networkd', 'systemd-resolved'] },
  /** With keys of Wi-Fi networks. */
  wifi: { packages: ['iwd'], services: ['iwd'] },
} as const;
