/** What each way of setting up the network takes. */
export const network = {
  nm: {
    packages: ['networkmanager'],
    /** With a desktop: what shows the networks. */
    desktopPackages: ['network-manager-applet'],
    services: ['NetworkManager.service'],
  },
  /** Configured by files of systemd-networkd. */
  files: { services: ['systemd-networkd', 'systemd-resolved'] },
  /** With keys of Wi-Fi networks. */
  wifi: { packages: ['iwd'], services: ['iwd'] },
} as const;
