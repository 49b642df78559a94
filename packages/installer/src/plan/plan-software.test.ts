import { Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../config/settings.ts';
import { drivers } from '../data/drivers.ts';
import { furtherDesktops } from '../data/desktops.ts';
import { greeters } from '../data/greeters.ts';
import { mains, profiles } from '../data/profiles.ts';
import { inSequence, listOperations } from './dependencies.ts';
import type { Operation } from './operation.ts';
import { requirementNames } from './requirements.ts';
import { collectSecrets } from './secrets.ts';
import { mirrorLoginName } from './secret-names.ts';
import {
  planSoftware,
  type SoftwareFacts,
  type SoftwareOptions,
  type SoftwarePart,
} from './plan-software.ts';
import { sampleSettings } from './testing.ts';

const bare: Partial<Settings> = {
  users: [],
  packages: [],
  services: [],
  customCommands: [],
  ntp: false,
};

function part(
  changes: Partial<Settings> = {},
  facts?: SoftwareFacts,
  options?: SoftwareOptions,
): SoftwarePart {
  return planSoftware(sampleSettings({ ...bare, ...changes }), facts, options);
}

const packagesOf = (software: SoftwarePart): string[] => requirementNames(software.packages);
const unitsOf = ({ needs }: SoftwarePart): string[] => requirementNames(needs.units);
const all = ({ settings, configuration, commands }: SoftwarePart): Operation[] =>
  listOperations(inSequence(...settings, configuration, ...commands));
const ids = (software: SoftwarePart): string[] => all(software).map(({ id }) => id);
const operation = (software: SoftwarePart, id: string): Operation =>
  all(software).find((found) => found.id === id)!;
/** Returns the content that an operation writes to a path. */
const text = (software: SoftwarePart, id: string, path: string): string | undefined => {
  const file = operation(software, id)?.files.find((found) => found.path === `{tree}${path}`);
  return file?.kind === 'file' ? file.content : undefined;
};

it('a minimal configuration leads only to the basic operations', () => {
  const software = part();
  expect(packagesOf(software)).toEqual([]);
  expect(unitsOf(software)).toEqual([]);
  expect(ids(software)).toEqual([
    'hostname',
    'x11-keyboard',
    'timezone',
    'mirrorlist',
    'identity',
    'locale',
    'package-keyring',
    'password-root',
    'presets',
  ]);
});

describe('a repeated attempt to create a user', () => {
  it.each<[string, string, boolean, boolean]>([
    ['a kept file system elsewhere', '/srv', true, true],
    ['a kept file system at /home', '/home', true, false],
    ['a formatted file system at /home', '/home', false, true],
    ['a kept file system in the home folder', '/home/ada/photos', true, false],
    ['a kept file system in another home folder', '/home/adam', true, true],
  ])('deletes the home folder only if nothing in it is kept: %s', (_what, mountPoint, isKept, deletes) => {
    const mounts = [{ mountPoint, isKept }];
    const { undo } = operation(part({ users: [{ name: 'ada', sudo: false }] }, {}, { mounts }), 'user-ada');
    expect(JSON.stringify(undo).includes('"-r"')).toBe(deletes);
  });
});

describe('further desktops', () => {
  it.each(Object.keys(furtherDesktops) as (keyof typeof furtherDesktops)[])(
    'are installed with their login screen, and without a profile: %s',
    (name) => {
      const { packages, package_groups: groups = [], default_greeter: greeter } = furtherDesktops[name];
      const software = part({ desktops: [name] });
      const screen = greeters[greeter!];
      const own = [...packages, ...groups];
      expect(packagesOf(software)).toEqual(expect.arrayContaining([...mains.desktop, ...own]));
      expect(new Set(own).size).toBe(own.length);
      expect(packagesOf(software)).toEqual(expect.arrayContaining([...screen.packages, 'xorg-server']));
      expect(unitsOf(software)).toContain(screen.service);
      expect(ids(software)).toContain('login-screen');
      for (const { pointer } of software.packages) expect(pointer).toMatch(/^\/x-writ\/desktops(\/0)?$/);
    },
  );

  it('use the login screen of the configuration, of its profile or of the first desktop, in this order', () => {
    const screens = (changes: Partial<Settings>): string[] =>
      unitsOf(part(changes)).filter((unit) =>
        Object.values(greeters).some(({ service }) => service === unit),
      );
    const gnome = { main: 'desktop', details: 'gnome', custom: [] } as const;
    expect(screens({ desktops: ['hyprland', 'cosmic'] })).toEqual(['sddm']);
    expect(screens({ desktops: ['cosmic', 'hyprland'] })).toEqual(['cosmic-greeter']);
    expect(screens({ desktops: ['hyprland'], profile: gnome })).toEqual(['gdm']);
    expect(screens({ desktops: ['hyprland'], profile: { ...gnome, greeter: 'lightdm' } })).toEqual([
      'lightdm',
    ]);
  });

  it('are added to the desktop of a profile, whose graphics driver they share', () => {
    const software = part({
      desktops: ['niri'],
      profile: { main: 'server', details: 'sshd', gfxDriver: 'Intel (open-source)', custom: [] },
    });
    expect(packagesOf(software)).toEqual(
      expect.arrayContaining(['openssh', 'niri', ...drivers['Intel (open-source)'].packages]),
    );
  });
});

describe('a profile', () => {
  it.each(Object.keys(mains) as (keyof typeof mains)[])(
    'installs the base packages of its category: %s',
    (main) => {
      const software = part({ profile: { main, custom: [] } });
      expect(packagesOf(software)).toEqual(expect.arrayContaining([...mains[main]]));
      expect(packagesOf(software).includes('mesa')).toBe(main === 'desktop');
    },
  );

  it.each(Object.keys(profiles) as (keyof typeof profiles)[])(
    'leads to packages, services and operations: %s',
    (details) => {
      const definition = profiles[details];
      const users = [{ name: 'ada', sudo: false }];
      const software = part({ profile: { main: definition.main, details, custom: [] }, users });
      const { packages, package_groups: groups = [], services = [], default_greeter: greeter } = definition;
      expect(packagesOf(software)).toEqual(expect.arrayContaining([...packages, ...groups]));
      expect(software.packages.filter(({ group }) => group === true).map(({ name }) => name)).toEqual(groups);
      expect(unitsOf(software)).toEqual(expect.arrayContaining([...services]));
      expect(ids(software).includes('login-screen')).toBe((greeter ?? null) !== null);
      for (const { pointer } of software.packages) expect(pointer).toMatch(/^\/profile\//);
      for (const { verify, limit } of all(software)) {
        expect(verify.length).toBeGreaterThan(0);
        expect(limit).toBeGreaterThan(0);
      }
    },
  );

  it.each(Object.keys(drivers) as (keyof typeof drivers)[])(
    'installs the driver %s for a desktop',
    (gfxDriver) => {
      const software = part({
        profile: { main: 'desktop', gfxDriver, custom: [] },
        kernels: ['linux', 'linux-zen'],
      });
      const expected = [...drivers[gfxDriver].packages, drivers[gfxDriver].module?.source ?? 'mesa'];
      expect(packagesOf(software)).toEqual(expect.arrayContaining(expected));
      expect(packagesOf(software).includes('linux-zen-headers')).toBe(
        drivers[gfxDriver].module !== undefined,
      );
      expect(ids(software).includes('built-modules')).toBe(drivers[gfxDriver].module !== undefined);
    },
  );

  it.each(['lightdm', 'sddm', 'gdm'] as const)(
    'starts the login screen %s instead of its default login screen',
    (greeter) => {
      const software = part({ profile: { main: 'desktop', details: 'budgie', greeter, custom: [] } });
      expect(packagesOf(software)).toContain(greeter);
      expect(packagesOf(software)).not.toContain('lightdm-slick-greeter');
      expect(unitsOf(software)).toEqual([greeter]);
      expect(operation(software, 'login-screen').files).toEqual([
        {
          kind: 'link',
          path: '{tree}/etc/systemd/system/default.target',
          to: '/usr/lib/systemd/system/graphical.target',
        },
      ]);
    },
  );

  it('writes the settings of its login screen', () => {
    const software = part({ profile: { main: 'desktop', details: 'budgie', custom: [] } });
    expect(packagesOf(software)).toContain('lightdm-slick-greeter');
    expect(text(software, 'login-screen', '/etc/lightdm/lightdm.conf.d/10-slick-greeter.conf')).toContain(
      'greeter-session=lightdm-slick-greeter',
    );
  });

  it('adds every user to its groups', () => {
    const users = [
      { name: 'ada', sudo: true },
      { name: 'eve', sudo: false },
    ];
    const software = part({ profile: { main: 'server', details: 'docker', custom: [] }, users });
    const argv = (id: string): string[] =>
      operation(software, id).commands.map((command) => command.argv.join(' '));
    expect(argv('user-ada')).toContain('useradd -m -s /bin/bash -G wheel,docker -- ada');
    expect(argv('user-eve')).toContain('useradd -m -s /bin/bash -G docker -- eve');
    expect(operation(software, 'user-eve').verify).toContainEqual({
      kind: 'contains',
      path: '{tree}/etc/group',
      pattern: '^docker:.*[:,]eve(,|$)',
    });
  });

  it.each([
    ['mariadb', 'mariadb-install-db'],
    ['postgresql', 'initdb'],
  ] as const)('creates the first databases of %s before its service is enabled', (details, program) => {
    const software = part({ profile: { main: 'server', details, custom: [] } });
    const { commands, undo } = operation(software, `profile-${details}`);
    expect(commands[0]!.argv).toContain(program);
    expect(undo.kind).toBe('commands');
    expect(ids(software).indexOf(`profile-${details}`)).toBeLessThan(ids(software).indexOf('services'));
  });

  it('configures startx to start awesome', () => {
    const software = part({ profile: { main: 'desktop', details: 'awesome', custom: [] } });
    expect(software.files).toContain('etc/X11/xinit/xinitrc');
    expect(operation(software, 'profile-awesome').verify).toContainEqual({
      kind: 'contains',
      path: '{tree}/etc/X11/xinit/xinitrc',
      pattern: '^exec awesome$',
    });
  });

  it('copies the example settings of bspwm to each user', () => {
    const users = [{ name: 'ada', sudo: false }];
    const software = part({ profile: { main: 'desktop', details: 'bspwm', custom: [] }, users });
    expect(operation(software, 'profile-bspwm').commands.map(({ argv }) => argv.slice(0, 3))).toEqual([
      ['runuser', '-u', 'ada'],
      ['runuser', '-u', 'ada'],
    ]);
    expect(ids(part({ profile: { main: 'desktop', details: 'bspwm', custom: [] } }))).not.toContain(
      'profile-bspwm',
    );
  });

  it("installs and enables the custom profile's packages and services", () => {
    const software = part({
      profile: {
        main: 'custom',
        custom: [
          { packages: ['nginx', 'certbot'], services: ['nginx'] },
          { packages: ['tree'], services: [] },
        ],
      },
    });
    expect(packagesOf(software)).toEqual(['nginx', 'certbot', 'tree']);
    expect(unitsOf(software)).toEqual(['nginx']);
  });

  it('installs the packages of its main profile, its details and its custom definition', () => {
    const definition = {
      main: 'desktop',
      packages: ['cage'],
      package_groups: ['fonts'],
      services: ['kiosk'],
      user_groups: ['video'],
      default_greeter: 'gdm',
    } as const;
    const users = [{ name: 'ada', sudo: false }];
    const profileFile = {
      source: { kind: 'file', path: 'mine.json' },
      gfxDriver: 'Intel (open-source)',
    } as const;
    const software = part({ profileFile, users }, { definition });
    expect(packagesOf(software)).toEqual(
      expect.arrayContaining(['cage', 'fonts', 'nano', 'vulkan-intel', 'gdm']),
    );
    expect(unitsOf(software)).toEqual(['kiosk', 'gdm']);
    expect(software.packages).toContainEqual({ name: 'cage', pointer: '/profile/path' });
    expect(JSON.stringify(operation(software, 'user-ada').commands)).toContain('"-G","video"');
    const chosen = part({ profileFile: { ...profileFile, greeter: 'sddm' } }, { definition });
    expect(unitsOf(chosen)).toEqual(['kiosk', 'sddm']);
  });
});

describe('the sound server', () => {
  it('is enabled in the sessions of all users if it is pipewire', () => {
    const software = part({ audio: 'pipewire' });
    expect(packagesOf(software)).toHaveLength(7);
    expect(software.needs.units).toEqual([
      { name: 'pipewire-pulse.service', pointer: '/audio_config/audio', user: true },
    ]);
    expect(operation(software, 'session-services').commands[0]!.argv).toEqual([
      'systemctl',
      '--global',
      'enable',
      '--',
      'pipewire-pulse.service',
    ]);
    expect(ids(software)).not.toContain('services');
  });

  it('adds only one package if it is pulseaudio', () => {
    const software = part({ audio: 'pulseaudio' });
    expect(packagesOf(software)).toEqual(['pulseaudio']);
    expect(ids(software)).not.toContain('session-services');
  });

  it('adds the sound firmware that the machine requires', () => {
    const facts = { soundModules: ['snd_sof_pci', 'snd_mia'] };
    expect(packagesOf(part({ audio: 'pulseaudio' }, facts))).toEqual([
      'pulseaudio',
      'sof-firmware',
      'alsa-firmware',
    ]);
    expect(packagesOf(part({}, facts))).toEqual([]);
  });
});

describe('the network of a plan', () => {
  const nic = { iface: 'eth0', dhcp: false, dns: [] };
  const file = (changes: object): string =>
    text(
      part({ network: { type: 'manual', nics: [{ ...nic, ...changes }] } }),
      'network',
      '/etc/systemd/network/10-eth0.network',
    )!;

  it('is not configured by default', () => {
    expect(ids(part({ network: { type: 'none' } }))).not.toContain('network');
  });

  it('includes the applet of NetworkManager only on a desktop', () => {
    const plain = part({ network: { type: 'nm' } });
    expect(packagesOf(plain)).toEqual(['networkmanager']);
    expect(unitsOf(plain)).toEqual(['NetworkManager.service']);
    const desktop = part({ network: { type: 'nm' }, profile: { main: 'desktop', custom: [] } });
    expect(packagesOf(desktop)).toContain('network-manager-applet');
  });

  it('includes a file for each configured interface, and enables the units that read these files', () => {
    const software = part({
      network: {
        type: 'manual',
        nics: [
          { iface: 'eth0', dhcp: true, dns: ['9.9.9.9'] },
          {
            iface: 'eth1',
            dhcp: false,
            ip: '192.168.1.5/24',
            gateway: '192.168.1.1',
            dns: ['1.1.1.1', '::1'],
          },
        ],
      },
    });
    expect(unitsOf(software)).toEqual(['systemd-networkd', 'systemd-resolved']);
    expect(operation(software, 'network').files).toEqual([
      {
        kind: 'file',
        path: '{tree}/etc/systemd/network/10-eth0.network',
        mode: 0o644,
        content: '[Match]\nName=eth0\n\n[Network]\nDHCP=yes\nDNS=9.9.9.9\n',
      },
      {
        kind: 'file',
        path: '{tree}/etc/systemd/network/10-eth1.network',
        mode: 0o644,
        content:
          '[Match]\nName=eth1\n\n[Network]\nAddress=192.168.1.5/24\nGateway=192.168.1.1\nDNS=1.1.1.1\nDNS=::1\n',
      },
      { kind: 'link', path: '{tree}/etc/resolv.conf', to: '../run/systemd/resolve/stub-resolv.conf' },
    ]);
  });

  it.each([
    ['10.0.0.5/32', '10.0.0.1'],
    ['2001:db8::5/128', '2001:db8::1'],
    ['192.168.1.5/24', '169.254.0.1'],
  ])('includes a route to the gateway of %s, which is the on-link address %s', (ip, gateway) => {
    expect(file({ ip, gateway })).toBe(
      `[Match]\nName=eth0\n\n[Network]\nAddress=${ip}\n\n[Route]\nGateway=${gateway}\nGatewayOnLink=yes\n`,
    );
  });

  it.each([
    ['2001:db8::5/64', '2001:db8::1'],
    ['2001:db8::5/128', 'fe80::1'],
    ['192.168.1.5/24', '192.168.1.1'],
  ])(
    'includes no separate route to the gateway of %s, which is the address %s in the subnet',
    (ip, gateway) => {
      expect(file({ ip, gateway })).toContain(`Address=${ip}\nGateway=${gateway}\n`);
    },
  );

  it("includes copies of the running system's network files with their keys, which the plan does not contain", () => {
    const networkFiles = [
      '/etc/systemd/network/20-wired.network',
      '/etc/systemd/network/wg.netdev',
      '/var/lib/iwd/Home.psk',
    ];
    const software = part({ network: { type: 'iso' } }, { networkFiles });
    expect(packagesOf(software)).toEqual(['iwd']);
    expect(unitsOf(software)).toEqual(['systemd-networkd', 'systemd-resolved', 'iwd']);
    const { commands, secrets, files } = operation(software, 'network');
    expect(secrets).toEqual(networkFiles.map((path) => `content of ${path}`));
    expect(commands.map(({ argv }) => argv.join(' '))).toEqual([
      'install -D -m 0644 -- /dev/null {tree}/etc/systemd/network/20-wired.network',
      'dd status=none of={tree}/etc/systemd/network/20-wired.network',
      'install -D -m 0640 -- /dev/null {tree}/etc/systemd/network/wg.netdev',
      'dd status=none of={tree}/etc/systemd/network/wg.netdev',
      'chgrp -- systemd-network /etc/systemd/network/wg.netdev',
      'install -D -m 0600 -- /dev/null {tree}/var/lib/iwd/Home.psk',
      'dd status=none of={tree}/var/lib/iwd/Home.psk',
    ]);
    expect(files).toContainEqual({ kind: 'folder', path: '{tree}/var/lib/iwd', mode: 0o700 });
  });

  it('includes copies of only those network files that exist on the running system', () => {
    const wifi = part({ network: { type: 'iso' } }, { networkFiles: ['/var/lib/iwd/Home.psk'] });
    expect(unitsOf(wifi)).toEqual(['iwd']);
    const wired = part({ network: { type: 'iso' } }, { networkFiles: ['/etc/systemd/network/a.network'] });
    expect(packagesOf(wired)).toEqual([]);
    expect(ids(part({ network: { type: 'iso' } }))).not.toContain('network');
    const foreign = part(
      { network: { type: 'iso' } },
      { networkFiles: ['/etc/shadow', '/var/lib/iwd/../../x.psk'] },
    );
    expect(ids(foreign)).not.toContain('network');
  });
});

describe('the mirrors of a plan', () => {
  const given = { region: 'Mine', servers: [{ address: 'http://a/$repo/os/$arch' }] };
  const known = {
    region: 'Germany',
    servers: [{ address: 'https://b/$repo/os/$arch' }],
    shipped: true,
  } as const;

  it("are used in the configured order, followed by a region's mirrors", () => {
    const software = part({ mirrors: [given, known] });
    expect(software.needs).toMatchObject({
      mirrors: ['http://a/$repo/os/$arch', 'https://b/$repo/os/$arch'],
      choose: 'all',
      logins: [],
    });
    expect(text(software, 'mirrorlist', '/etc/pacman.d/mirrorlist')).toBe(
      '## Mine\nServer = http://a/$repo/os/$arch\n\n## Germany\nServer = https://b/$repo/os/$arch\n',
    );
  });

  it("are chosen from a region's known mirrors", () => {
    expect(part({ mirrors: [known] }).needs).toMatchObject({
      mirrors: ['https://b/$repo/os/$arch'],
      choose: 5,
    });
  });

  it('are chosen by the run from all known mirrors by default, and the run writes the list', () => {
    const software = part({ mirrors: [] });
    expect(software.needs.mirrors.length).toBeGreaterThan(50);
    expect(software.needs.choose).toBe(5);
    expect(operation(software, 'mirrorlist').commands[0]!.argv).toContain('{scratch}/mirrorlist');
  });

  it('are written to the plan and to the installed system without their logins', () => {
    const [{ address }] = given.servers as [{ address: string }];
    const mirrors = [{ region: 'Mine', servers: [{ address, userInfo: new Secret('ada:canary-word') }] }];
    const software = part({ mirrors });
    expect(software.needs.logins).toEqual([mirrorLoginName(address)]);
    expect(JSON.stringify(software)).not.toContain('canary');
    const { given: secrets } = collectSecrets(sampleSettings({ mirrors }));
    expect(secrets.get(mirrorLoginName(address))?.reveal()).toBe('ada:canary-word');
    // The password is also a separate secret, so that it is redacted where it occurs without the user name.
    expect([...secrets.values()].map((secret) => secret.reveal())).toContain('canary-word');
  });
});

describe('the software of a plan', () => {
  it('enables repositories for the run and in the installed system', () => {
    expect(part().needs.repositories).toEqual(['core', 'extra']);
    expect(part({ repositories: ['multilib'] }).needs.repositories).toEqual(['core', 'extra', 'multilib']);
    expect(part({ repositories: ['testing'] }).needs.repositories).toEqual([
      'core-testing',
      'extra-testing',
      'core',
      'extra',
    ]);
    expect(ids(part({ repositories: ['testing'] }))).toContain('repositories');
  });

  it('sets the keyboard layout of graphical sessions, with a key for switching between two layouts', () => {
    const written = (keyboard: string): string | undefined =>
      text(part({ keyboard }), 'x11-keyboard', '/etc/X11/xorg.conf.d/00-keyboard.conf');
    expect(written('de-latin1-nodeadkeys')).toContain(
      'Option "XkbLayout" "de"\n        Option "XkbModel" "pc105"\n        Option "XkbVariant" "nodeadkeys"\n        Option "XkbOptions" "terminate:ctrl_alt_bksp"\n',
    );
    expect(written('ru')).toContain('"ru,us"');
    expect(written('ru')).toContain('grp:shifts_toggle');
    expect(ids(part({ keyboard: 'sunt5-uk' }))).not.toContain('x11-keyboard');
  });

  it('enables time synchronization, and each service once, in configuration order', () => {
    const software = part({ ntp: true, services: ['sshd', 'systemd-timesyncd.service'] });
    expect(operation(software, 'services').commands[0]!.argv.slice(3)).toEqual([
      'systemd-timesyncd.service',
      'sshd',
    ]);
  });

  it('prevents the first boot from enabling time synchronization or a network on its own', () => {
    const disabled = (changes: Partial<Settings>): string[] =>
      [
        ...text(part(changes), 'presets', '/etc/systemd/system-preset/10-installation.preset')!.matchAll(
          /^disable systemd-(.*)\.service$/gm,
        ),
      ].map(([, name = '']) => name);
    const network = ['networkd', 'networkd-wait-online', 'resolved'];
    expect(disabled({})).toEqual(['timesyncd', ...network]);
    expect(disabled({ ntp: true, network: { type: 'nm' } })).toEqual(network);
    const nics = [{ iface: 'eth0', dhcp: true, dns: [] }];
    expect(disabled({ network: { type: 'manual', nics } })).toEqual(['timesyncd']);
    expect(disabled({ services: ['systemd-resolved.service'] })).not.toContain('resolved');
    expect(ids(part({ ntp: true, network: { type: 'manual', nics } }))).not.toContain('presets');
  });

  it('installs packages and runs commands in configuration order', () => {
    const software = part({ packages: ['tree', 'git'], customCommands: ['one', 'two'] });
    expect(software.packages).toEqual([
      { name: 'tree', pointer: '/packages/0' },
      { name: 'git', pointer: '/packages/1' },
    ]);
    expect(software.commands.map(({ commands }) => commands[0]!.argv)).toEqual([
      ['bash', '-c', 'one'],
      ['bash', '-c', 'two'],
    ]);
  });
});

describe('bonds and VLANs', () => {
  const path = (name: string): string => `/etc/systemd/network/${name}`;
  const dhcp = (iface: string): object => ({ iface, dhcp: true, dns: [] });

  it('become devices of systemd-networkd, whose network cards have no addresses', () => {
    const software = part({
      network: {
        type: 'manual',
        nics: [dhcp('bond0'), dhcp('office'), dhcp('en*')] as never,
        bonds: [{ name: 'bond0', interfaces: ['enp3s0', 'enp4s0'], mode: '802.3ad' }],
        vlans: [{ name: 'office', id: 10, link: 'bond0' }],
      },
    });
    const file = (name: string): string | undefined => text(software, 'network', path(name));
    expect(file('05-bond0.netdev')).toBe(
      '[NetDev]\nName=bond0\nKind=bond\n\n[Bond]\nMode=802.3ad\nMIIMonitorSec=100ms\n',
    );
    expect(file('05-office.netdev')).toBe('[NetDev]\nName=office\nKind=vlan\n\n[VLAN]\nId=10\n');
    expect(file('05-enp4s0.network')).toBe('[Match]\nName=enp4s0\n\n[Network]\nBond=bond0\n');
    expect(file('05-bond0.network')).toBe('[Match]\nName=bond0\n\n[Network]\nDHCP=yes\nVLAN=office\n');
    expect(file('05-office.network')).toContain('DHCP=yes');
    // The files of the cards precede the file of the pattern, which matches them too.
    expect(file('10-en*.network')).toContain('DHCP=yes');
  });

  it('on a network card without an address configure this card only as their link', () => {
    const software = part({
      network: {
        type: 'manual',
        nics: [dhcp('office'), dhcp('lab')] as never,
        vlans: [
          { name: 'office', id: 10, link: 'enp3s0' },
          { name: 'lab', id: 20, link: 'enp3s0' },
        ],
      },
    });
    expect(text(software, 'network', path('05-enp3s0.network'))).toBe(
      '[Match]\nName=enp3s0\n\n[Network]\nLinkLocalAddressing=no\nVLAN=office\nVLAN=lab\n',
    );
  });

  it('on a network card that a pattern matches retain the address of the card', () => {
    const software = part({
      network: {
        type: 'manual',
        nics: [
          dhcp('office'),
          dhcp('e*'),
          { iface: 'enp[1-3]s?', dhcp: false, ip: '10.0.0.5/24', dns: ['10.0.0.1'] },
        ] as never,
        vlans: [
          { name: 'office', id: 10, link: 'enp1s0' },
          { name: 'lab', id: 20, link: 'wan0' },
        ],
      },
    });
    const file = (name: string): string | undefined => text(software, 'network', path(name));
    // Of the files for patterns, the first one in the order of the names has precedence.
    expect(file('05-enp1s0.network')).toBe('[Match]\nName=enp1s0\n\n[Network]\nDHCP=yes\nVLAN=office\n');
    expect(file('05-wan0.network')).toContain('LinkLocalAddressing=no');
    expect(file('10-enp[1-3]s?.network')).toContain('Address=10.0.0.5/24');
  });

  it('and a network card with its own entry take precedence over a pattern', () => {
    const software = part({
      network: { type: 'manual', nics: [dhcp('en*'), dhcp('enp1s0'), dhcp('wan0')] as never },
    });
    const { files } = software.settings.find(({ id }) => id === 'network')!;
    expect(files.map((one) => one.path.split('/').at(-1))).toEqual([
      '10-en*.network',
      '05-enp1s0.network',
      '10-wan0.network',
      'resolv.conf',
    ]);
  });
});
