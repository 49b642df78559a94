import type { DefaultGreeter } from './definition.ts';

/** A login screen. */
export interface Greeter {
  readonly packages: readonly string[];
  readonly service: string;
  /** An additional configuration file. */
  readonly file?: { readonly path: string; readonly content: string };
}

export const greeters: Readonly<Record<DefaultGreeter, Greeter>> = {
  lightdm: { packages: ['lightdm', 'lightdm-gtk-greeter'], service: 'lightdm' },
  'lightdm-slick': {
    packages: ['lightdm', 'lightdm-slick-greeter'],
    service: 'lightdm',
    file: {
      path: '/etc/lightdm/lightdm.conf.d/10-slick-greeter.conf',
      content: '[Seat:*]\ngreeter-session=lightdm-slick-greeter\n',
    },
  },
  sddm: { packages: ['sddm'], service: 'sddm' },
  gdm: { packages: ['gdm'], service: 'gdm' },
  'cosmic-greeter': { packages: ['cosmic-greeter'], service: 'cosmic-greeter' },
};
