import { expect, it } from 'vitest';
import { checkConfiguration } from './check.ts';
import { configurationChoices } from './choices.ts';

const choices = configurationChoices();

function problemsOf(config: object): string[] {
  const text = JSON.stringify({
    '!root-password': 'a long password',
    'mirror-region': { Germany: { 'https://mirror.example/$repo/os/$arch': true } },
    ...config,
  });
  const { findings } = checkConfiguration({ config: { file: 'c', text }, advanced: true });
  return findings.filter(({ severity }) => severity !== 'note').map(({ message }) => message);
}

const isAvailable = ({ removed }: { readonly removed?: unknown }): boolean => removed === undefined;

it('the check accepts every choice', () => {
  const configs: object[] = [
    ...choices.timezones.map((timezone) => ({ timezone })),
    ...choices.keyboards.map(({ value }) => ({ 'keyboard-language': value })),
    ...choices.locales.flatMap(({ language, encodings }) =>
      encodings.map((encoding) => ({ 'sys-language': language, 'sys-encoding': encoding })),
    ),
    ...choices.bootLoaders.map(({ value, unifiedImages }) => ({ bootloader: value, uki: unifiedImages })),
    ...choices.kernels.map(({ value }) => ({ kernels: [value] })),
    ...choices.profiles.filter(isAvailable).map(({ value, main }) => ({ profile: { main, details: value } })),
    ...choices.mains
      .filter(({ graphics }) => graphics)
      .flatMap(({ value: main }) => [
        ...choices.drivers.filter(isAvailable).map(({ value }) => ({ profile: { main, gfx_driver: value } })),
        ...choices.greeters.map(({ value }) => ({ profile: { main, greeter_type: value } })),
      ]),
    ...choices.audioServers.map(({ value }) => ({ audio_config: { audio: value } })),
    ...choices.furtherDesktops.map(({ value }) => ({ 'x-writ': { desktops: [value] } })),
  ];
  const refused = configs.flatMap((config) => {
    const problems = problemsOf({ bootloader: 'systemd-bootctl', kernels: ['linux'], ...config });
    return problems.length === 0 ? [] : [[config, problems]];
  });
  expect(refused).toEqual([]);
});

it('each choice states what it requires', () => {
  expect(choices.bootLoaders.map(({ value, firmware }) => [value, firmware.join(' ')])).toEqual([
    ['systemd-bootctl', 'uefi'],
    ['grub-install', 'uefi bios'],
    ['efistub', 'uefi'],
  ]);
  expect(choices.kernels.find(({ value }) => value === 'linux-lts')?.description).toBe(
    'the long-term kernel',
  );
  for (const { value, description } of [...choices.kernels, ...choices.bootLoaders, ...choices.mains])
    expect([value, description]).toEqual([value, expect.any(String)]);
  expect(choices.keyboards.find(({ value }) => value === 'de-latin1')?.graphical).toMatchObject({
    layout: 'de',
  });
  expect(choices.profiles.find(({ value }) => value === 'gnome')).toMatchObject({
    main: 'desktop',
    packageGroups: ['gnome'],
    greeter: 'gdm',
  });
  expect(choices.profiles.find(({ value }) => value === 'nginx')).not.toHaveProperty('greeter');
  expect(choices.furtherDesktops.find(({ value }) => value === 'cosmic')).toMatchObject({
    packageGroups: ['cosmic'],
    greeter: 'cosmic-greeter',
  });
});
