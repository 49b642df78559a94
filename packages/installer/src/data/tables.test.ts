import { describe, expect, it } from 'vitest';
import keymaps from './keymaps.json' with { type: 'json' };
import keyboards from './x11-keyboards.json' with { type: 'json' };
import { audioServers, soundFirmware } from './audio.ts';
import { removedDrivers, removedPackages, removedProfiles } from './removed-names.ts';
import { driverPackages, drivers } from './drivers.ts';
import { greeters } from './greeters.ts';
import { mainOf, mains, profiles } from './profiles.ts';

const names = Object.keys(profiles) as (keyof typeof profiles)[];
const nvidia = 'Nvidia (open kernel module for newer GPUs, Turing+)';

/** The number of packages and groups that each profile installs in archinstall. */
const counts: Readonly<Record<keyof typeof profiles, number>> = {
  awesome: 12,
  bspwm: 5,
  budgie: 5,
  cinnamon: 11,
  cutefish: 2,
  deepin: 3,
  desktop: 0,
  enlightenment: 2,
  gnome: 2,
  'i3-wm': 8,
  plasma: 7,
  lxqt: 7,
  mate: 2,
  // One more than in archinstall: polkit, which sway needs to open the keyboard and the graphics card.
  sway: 13,
  xfce4: 5,
  qtile: 2,
  cockpit: 3,
  docker: 1,
  httpd: 1,
  lighttpd: 1,
  mariadb: 1,
  nginx: 1,
  postgresql: 1,
  sshd: 1,
  tomcat: 1,
};

describe('the profile tables', () => {
  it('contain all names of the format: 5 main profiles, 25 details, 7 drivers, 3 login screens, 2 sound servers', () => {
    expect(Object.keys(mains)).toHaveLength(5);
    expect(names).toHaveLength(25);
    expect(names.filter((name) => profiles[name].main === 'desktop')).toHaveLength(16);
    expect(names.filter((name) => profiles[name].main === 'server')).toHaveLength(9);
    expect(Object.keys(drivers)).toHaveLength(7);
    // lightdm-slick and cosmic-greeter are not part of the format, because they are only defaults of desktops.
    expect(Object.keys(greeters)).toEqual(['lightdm', 'lightdm-slick', 'sddm', 'gdm', 'cosmic-greeter']);
    expect(Object.keys(audioServers)).toEqual(['pipewire', 'pulseaudio']);
  });

  it.each(names)('install as many packages as archinstall for %s, without duplicates', (name) => {
    const { packages, package_groups: groups = [] } = profiles[name];
    expect([...packages, ...groups]).toHaveLength(counts[name]);
    expect(new Set([...packages, ...groups]).size).toBe(counts[name]);
  });

  it('contain no removed packages, except in removed profiles and drivers', () => {
    const withRemovedPackages = names.filter((name) =>
      profiles[name].packages.some((item) => item in removedPackages),
    );
    expect(withRemovedPackages).toEqual(Object.keys(removedProfiles));
    const removed = (Object.keys(drivers) as (keyof typeof drivers)[]).filter((name) =>
      driverPackages(name, ['linux']).some((item) => item in removedPackages),
    );
    expect(removed).toEqual(Object.keys(removedDrivers));
  });

  it('contain the default login screen of every desktop except awesome and desktop', () => {
    const desktops = names.filter((name) => profiles[name].main === 'desktop');
    expect(desktops.filter((name) => profiles[name].default_greeter === null)).toEqual([
      'awesome',
      'desktop',
    ]);
    expect(Object.fromEntries(desktops.map((name) => [name, profiles[name].default_greeter]))).toMatchObject({
      gnome: 'gdm',
      plasma: 'sddm',
      budgie: 'lightdm-slick',
      xfce4: 'lightdm',
    });
  });

  it('resolve the main profile of details case-insensitively', () => {
    expect([mainOf('GNOME'), mainOf('sshd'), mainOf('constructor')]).toEqual([
      'desktop',
      'server',
      undefined,
    ]);
  });
});

describe('graphics drivers', () => {
  it.each(Object.keys(drivers) as (keyof typeof drivers)[])('include the X server: %s', (name) => {
    const packages = driverPackages(name, ['linux', 'linux-lts']);
    expect(packages.slice(0, 2)).toEqual(['xorg-server', 'xorg-xinit']);
    expect(packages.length).toBeGreaterThan(2);
    expect(new Set(packages).size).toBe(packages.length);
  });

  it('are installed as a prebuilt module if its kernel is the only kernel', () => {
    const packages = driverPackages(nvidia, ['linux']);
    expect(packages).toContain('nvidia-open');
    expect(packages.join(' ')).not.toMatch(/dkms|headers/);
  });

  it.each([
    [
      ['linux', 'linux-lts'],
      ['linux-headers', 'linux-lts-headers'],
    ],
    [['linux-zen'], ['linux-zen-headers']],
    [
      ['linux-hardened', 'linux'],
      ['linux-hardened-headers', 'linux-headers'],
    ],
  ] as const)('are built for each of the kernels %j', (kernels, headers) => {
    const packages = driverPackages(nvidia, kernels);
    expect(packages).toEqual(expect.arrayContaining([...headers, 'dkms', 'nvidia-open-dkms']));
    expect(packages).not.toContain('nvidia-open');
    expect(driverPackages('Nvidia (proprietary)', kernels)).toEqual(
      expect.arrayContaining([...headers, 'dkms', 'nvidia-dkms']),
    );
  });
});

it.each([
  [[], []],
  [['snd_hda_intel', 'snd_sof_pci_intel_tgl'], ['sof-firmware']],
  [['snd_emu10k1'], ['alsa-firmware']],
  [['snd_emu10k1x'], []],
  [
    ['snd_mona', 'snd_sof'],
    ['sof-firmware', 'alsa-firmware'],
  ],
] as const)('the sound modules %j require %j', (modules, firmware) => {
  expect(soundFirmware(modules)).toEqual(firmware);
});

it('the table of X11 layouts contains only known console keymaps', () => {
  expect(Object.keys(keyboards).filter((name) => !keymaps.includes(name))).toEqual([]);
});
