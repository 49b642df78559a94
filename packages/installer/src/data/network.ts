/** Packages and services for each network type. */
export const network = {
  nm: {
    packages: ['networkmanager'],
    /** The tray applet, for desktops. */
    desktopPackages: ['network-manager-applet'],
    services: ['NetworkManager.service'],
  },
  /** Networks that are configured with systemd-networkd files. */
  files: { services: ['systemd-networkd', 'systemd-resolved'] },
  /** Added if Wi-Fi keys are copied. */
  wifi: { packages: ['iwd'], services: ['iwd'] },
} as const;
