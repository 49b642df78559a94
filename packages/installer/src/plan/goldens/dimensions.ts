import type { GfxDriver } from '../../schema/types.gen.ts';
import { desktops } from '../../data/desktops.ts';
import { servers } from '../../data/servers.ts';
import type { Allowed, Dimensions } from './pairwise.ts';

export const absent: string = '-';

/** The graphics drivers under names without spaces. */
export const driverNames: Readonly<Record<string, GfxDriver>> = {
  all: 'All open-source (default)',
  amd: 'AMD / ATI (open-source)',
  intel: 'Intel (open-source)',
  vmware: 'VMware / VirtualBox (open-source)',
  nouveau: 'Nvidia (open-source nouveau driver)',
  'nvidia-open': 'Nvidia (open kernel module for newer GPUs, Turing+)',
  'nvidia-proprietary': 'Nvidia (proprietary)',
};

export type Dimension =
  | 'details'
  | 'driver'
  | 'place'
  | 'main'
  | 'bootloader'
  | 'network'
  | 'kernels'
  | 'greeter'
  | 'root'
  | 'users'
  | 'mirrors'
  | 'audio'
  | 'repository'
  | 'firmware'
  | 'uki'
  | 'drives'
  | 'ntp'
  | 'services'
  | 'packages'
  | 'commands'
  | 'locale';

/**
 * The dimensions of a configuration, its machine and its options, each with its values under short names. `-`
 * means that the key is absent.
 */
export const dimensions: Dimensions<Dimension> = {
  details: [absent, ...Object.keys(desktops), ...Object.keys(servers)],
  driver: [absent, ...Object.keys(driverNames)],
  place: ['image', 'uefi-laptop', 'bios-server', 'qemu-uefi', 'virtualbox-bios', 'live-usb-4kn'],
  main: [absent, 'desktop', 'server', 'minimal', 'xorg', 'custom', 'file'],
  bootloader: ['systemd-bootctl', 'grub-install', 'efistub'],
  network: ['none', 'nm', 'iso', 'ipv4', 'several'],
  kernels: ['linux', 'linux-lts', 'linux-zen', 'linux-hardened', 'all'],
  greeter: [absent, 'lightdm', 'sddm', 'gdm'],
  root: [absent, 'plain', 'hash', 'named'],
  users: [absent, 'one', 'locked', 'several'],
  mirrors: ['automatic', 'given', 'partly', 'login'],
  audio: [absent, 'pipewire', 'pulseaudio'],
  repository: [absent, 'multilib', 'testing'],
  firmware: ['uefi', 'bios'],
  uki: ['false', 'true'],
  drives: ['one', 'two'],
  ntp: ['false', 'true'],
  services: [absent, 'given'],
  packages: [absent, 'given'],
  commands: [absent, 'given'],
  locale: [absent, 'given'],
};

const rules: Readonly<Record<string, Allowed<Dimension>>> = {
  'details belong to the main profile': ({ details, main }) =>
    details === undefined ||
    main === undefined ||
    details === absent ||
    main === (Object.hasOwn(desktops, details) ? 'desktop' : 'server'),
  'only desktops have drivers and login screens': ({ main, driver, greeter }) =>
    main === undefined ||
    main === 'desktop' ||
    ((driver ?? absent) === absent && (greeter ?? absent) === absent),
  'a desktop with details has a driver': ({ main, details, driver }) =>
    driver !== absent || main !== 'desktop' || (details ?? absent) === absent,
  'if there are details, a driver is named if and only if they are a desktop': ({ details, driver }) =>
    (details ?? absent) === absent ||
    driver === undefined ||
    (Object.hasOwn(desktops, details ?? '') ? driver !== absent : driver === absent),
  'GRUB cannot start unified images': ({ bootloader, uki }) =>
    bootloader !== 'grub-install' || uki !== 'true',
  'BIOS firmware can start only GRUB': ({ bootloader, firmware }) =>
    firmware !== 'bios' || bootloader === undefined || bootloader === 'grub-install',
  'BIOS firmware cannot start unified images': ({ firmware, uki }) => firmware !== 'bios' || uki !== 'true',
  'BIOS firmware can start only from 512-byte sectors': ({ firmware, place }) =>
    firmware !== 'bios' || place !== 'live-usb-4kn',
  'only an image or the server can have two drives': ({ drives, place }) =>
    drives !== 'two' || place === undefined || place === 'image' || place === 'bios-server',
  'only the laptop has network files to copy': ({ network, place }) =>
    network !== 'iso' || place === undefined || place === 'uefi-laptop',
  'someone can log in': ({ root, users }) => root !== absent || (users !== absent && users !== 'locked'),
};

export const allowed: Allowed<Dimension> = (row) => Object.values(rules).every((rule) => rule(row));
