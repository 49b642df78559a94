import { Secret } from '@writ/diagnostics';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MirrorRegion, Network, Profile, Settings } from '../config/settings.ts';
import { drivers } from '../data/drivers.ts';
import { profiles } from '../data/profiles.ts';
import { canonicalJson } from './digest.ts';
import { collectSecrets } from './secrets.ts';
import { planSoftware, type SoftwareFacts } from './plan-software.ts';
import { inSequence, listOperations } from './dependencies.ts';
import { stages } from './operation.ts';
import { sampleSettings } from './testing.ts';

const kernels = ['linux', 'linux-lts', 'linux-zen', 'linux-hardened'] as const;
const address = 'https://mirror.example.org/$repo/os/$arch';

const profile: fc.Arbitrary<Profile> = fc
  .record({
    main: fc.constantFrom('desktop', 'minimal', 'server', 'xorg', 'custom'),
    details: fc.option(fc.constantFrom(...(Object.keys(profiles) as (keyof typeof profiles)[])), {
      nil: undefined,
    }),
    gfxDriver: fc.constantFrom(...(Object.keys(drivers) as (keyof typeof drivers)[])),
    greeter: fc.option(fc.constantFrom('lightdm', 'sddm', 'gdm'), { nil: undefined }),
  })
  .map(({ main, details, gfxDriver, greeter }) => ({
    main: details === undefined ? main : profiles[details].main,
    ...(details === undefined ? {} : { details }),
    gfxDriver,
    ...(greeter === undefined ? {} : { greeter }),
    custom: main === 'custom' ? [{ packages: ['tree'], services: ['sshd'] }] : [],
  }));

const network: fc.Arbitrary<Network> = fc.constantFrom(
  { type: 'none' },
  { type: 'nm' },
  { type: 'iso' },
  {
    type: 'manual',
    nics: [{ iface: 'eth0', dhcp: false, ip: '2001:db8::5/128', gateway: '2001:db8::1', dns: ['::1'] }],
  },
  {
    type: 'manual',
    nics: [
      { iface: 'eth0', dhcp: true, dns: [] },
      { iface: 'eth1', dhcp: false, ip: '10.0.0.5/8', dns: [] },
    ],
  },
);

const mirrors: fc.Arbitrary<MirrorRegion[]> = fc.constantFrom(
  [],
  [{ region: 'Germany', servers: [{ address }], shipped: true as const }],
  [{ region: 'Mine', servers: [{ address, userInfo: new Secret('canary:canary-word') }] }],
);

const settings: fc.Arbitrary<Settings> = fc
  .record({
    kernels: fc.subarray([...kernels], { minLength: 1 }),
    repositories: fc.subarray(['multilib', 'testing'] as const),
    mirrors,
    ntp: fc.boolean(),
    network,
    keyboard: fc.constantFrom('us', 'ru', 'sunt5-uk'),
    users: fc.subarray([
      { name: 'ada', sudo: true, password: { kind: 'plain' as const, value: new Secret('canary-ada') } },
      { name: 'eve', sudo: false },
    ]),
    packages: fc.subarray(['git', 'openssh', 'nginx']),
    services: fc.subarray(['sshd', 'nginx.service']),
    customCommands: fc.array(fc.constantFrom('true', 'echo "{tree}"'), { maxLength: 3 }),
  })
  .chain((rest) =>
    fc
      .record({
        profile: fc.option(profile, { nil: undefined }),
        audio: fc.option(fc.constantFrom('pipewire' as const, 'pulseaudio' as const), { nil: undefined }),
      })
      .map(({ profile: chosen, audio }) =>
        sampleSettings({
          ...rest,
          ...(chosen === undefined ? {} : { profile: chosen }),
          ...(audio === undefined ? {} : { audio }),
        }),
      ),
  );

const facts: fc.Arbitrary<SoftwareFacts> = fc.record(
  {
    networkFiles: fc.subarray([
      '/etc/systemd/network/a.network',
      '/etc/systemd/network/b.netdev',
      '/var/lib/iwd/Home.psk',
    ]),
    soundModules: fc.subarray(['snd_sof', 'snd_mona', 'snd_hda_intel']),
    definition: fc.constant({
      main: 'desktop',
      packages: ['cage'],
      services: ['kiosk'],
      default_greeter: 'gdm',
    } as const),
  },
  { requiredKeys: [] },
);

it('for every configuration, planSoftware returns the same ordered operations with limits and checks, without secrets, and only for paths below the tree', () => {
  fc.assert(
    fc.property(settings, facts, (given, known) => {
      const part = planSoftware(given, known);
      expect(canonicalJson(planSoftware(given, known))).toBe(canonicalJson(part));
      expect(canonicalJson(part)).not.toMatch(/canary/);
      const operations = listOperations(inSequence(...part.settings, part.configuration, ...part.commands));
      expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
      const order = operations.map(({ stage }) => stages.indexOf(stage));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      const { given: secrets } = collectSecrets(given);
      for (const { verify, limit, weight, files, secrets: named, id } of operations) {
        expect(verify.length, id).toBeGreaterThan(0);
        expect(limit, id).toBeGreaterThan(0);
        expect(weight, id).toBeGreaterThan(0);
        const paths = new Set(files.map(({ path }) => path));
        expect(paths.size, id).toBe(files.length);
        for (const path of paths) expect(path).toMatch(/^\{tree\}\/(?!.*\.\.)/);
        for (const name of named)
          expect(secrets.has(name) || name.startsWith('content of /'), name).toBe(true);
      }
      for (const name of part.needs.logins) expect(secrets.has(name)).toBe(true);
      const units = part.needs.units.map(({ name, user }) => `${name} ${user}`);
      expect(new Set(units).size).toBe(units.length);
    }),
  );
});
