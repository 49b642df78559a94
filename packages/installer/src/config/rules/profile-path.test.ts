import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

const own = '/usr/lib/python3.11/site-packages/archinstall';

it.each<[string, object]>([
  [`${own}/profiles/desktop.py`, { main: 'desktop' }],
  [`${own}/default_profiles/minimal.py`, { main: 'minimal' }],
  [`${own}/profiles/i3.py`, { main: 'desktop', details: 'i3-wm' }],
  [`${own}/default_profiles/desktops/kde.py`, { main: 'desktop', details: 'plasma' }],
  ['profiles/nginx.py', { main: 'server', details: 'nginx' }],
  ['/usr/lib/python*/site-packages/archinstall/profiles/xorg.py', { main: 'xorg' }],
])('%s says no more than its name', (path, profile) => {
  const { findings, settings } = checkWith({ profile: { path } }, { readable: () => 'no such file' });
  expect(findings).toEqual([]);
  expect(settings?.profile).toMatchObject(profile);
  expect(settings?.profileFile).toBeUndefined();
});

const digest = 'a'.repeat(64);

it.each<[string, object]>([
  ['mine.json', { kind: 'file', path: 'mine.json' }],
  ['/home/ada/desktop.py', { kind: 'file', path: '/home/ada/desktop.py' }],
  [
    `https://example.org/p.json#sha256=${digest.toUpperCase()}`,
    { kind: 'address', address: 'https://example.org/p.json', sha256: digest },
  ],
])('%s is read when it is planned for', (path, source) => {
  const { findings, settings } = checkWith({ profile: { path, gfx_driver: 'Intel (open-source)' } });
  expect(findings).toEqual([]);
  expect(settings?.profileFile).toEqual({ source, gfxDriver: 'Intel (open-source)' });
});

it.each<[string, string]>([
  ['mine.json', 'the profile definition "mine.json" cannot be read: no such file'],
  [
    `${own}/profiles/hyprland.py`,
    `"${own}/profiles/hyprland.py" is a profile of archinstall that this format does not have`,
  ],
  [
    'http://example.org/p.py',
    'the profile definition "http://example.org/p.py" is not read: only https addresses are',
  ],
  [
    'https://example.org/p.json',
    'the profile definition is not pinned, and is not read: it could become another one',
  ],
  [
    'https://example.org/p.json#sha256=abc',
    'the profile definition is not pinned, and is not read: it could become another one',
  ],
])('%s is a warning', (path, message) => {
  const { findings } = checkWith({ profile: { path } }, { readable: () => 'no such file' });
  expect(findings).toMatchObject([
    { rule: 'profile-path', severity: 'warning', pointer: '/profile/path', message },
  ]);
});

it('details must belong to the main profile that a path names', () => {
  const { findings } = checkWith({ profile: { path: `${own}/profiles/desktop.py`, details: 'nginx' } });
  expect(findings).toMatchObject([{ rule: 'details-against-main', pointer: '/profile/details' }]);
});
