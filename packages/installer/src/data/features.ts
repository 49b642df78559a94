/** The packages and services of a feature. */
export interface FeatureDefinition {
  readonly packages: readonly string[];
  readonly services: readonly string[];
}

/** The features of `x-writ.features` that are true or false. */
export const features: Readonly<Record<'bluetooth' | 'printing' | 'fonts', FeatureDefinition>> = {
  bluetooth: { packages: ['bluez', 'bluez-utils'], services: ['bluetooth.service'] },
  printing: { packages: ['cups', 'cups-pk-helper', 'system-config-printer'], services: ['cups.service'] },
  fonts: {
    packages: ['noto-fonts', 'noto-fonts-cjk', 'noto-fonts-emoji', 'ttf-liberation', 'ttf-dejavu'],
    services: [],
  },
};

/** The services that manage power profiles. */
export const powerServices: Readonly<Record<'power-profiles-daemon' | 'tuned', FeatureDefinition>> = {
  'power-profiles-daemon': {
    packages: ['power-profiles-daemon'],
    services: ['power-profiles-daemon.service'],
  },
  tuned: { packages: ['tuned', 'tuned-ppd'], services: ['tuned.service', 'tuned-ppd.service'] },
};

/** The firewalls. */
export const firewalls: Readonly<Record<'ufw' | 'firewalld', FeatureDefinition>> = {
  ufw: { packages: ['ufw'], services: ['ufw.service'] },
  firewalld: { packages: ['firewalld'], services: ['firewalld.service'] },
};
