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
])(
  "%s is the path of a built-in archinstall profile, which selects one of Writ's profiles",
  (path, profile) => {
    const { findings, settings } = checkWith({ profile: { path } });
    expect(findings).toEqual([]);
    expect(settings?.profile).toMatchObject(profile);
    expect(settings?.profileFile).toBeUndefined();
  },
);

const digest = 'a'.repeat(64);

it.each<[string, object]>([
  ['mine.json', { kind: 'file', path: 'mine.json' }],
  ['/home/ada/desktop.py', { kind: 'file', path: '/home/ada/desktop.py' }],
  [
    `https://example.org/p.json#sha256=${digest.toUpperCase()}`,
    { kind: 'address', address: 'https://example.org/p.json', sha256: digest },
  ],
])('%s is a profile definition, which is read for a plan', (path, source) => {
  const { findings, settings } = checkWith({ profile: { path, gfx_driver: 'Intel (open-source)' } });
  expect(findings).toEqual([]);
  expect(settings?.profileFile).toEqual({ source, gfxDriver: 'Intel (open-source)' });
});

it('an archinstall profile without an equivalent is reported as a warning', () => {
  const path = `${own}/profiles/hyprland.py`;
  expect(checkWith({ profile: { path } }).findings).toMatchObject([
    {
      rule: 'profile-path',
      severity: 'warning',
      pointer: '/profile/path',
      message: `"${path}" is an archinstall profile that Writ does not provide`,
    },
  ]);
});

const notPinned = 'it has no digest; add #sha256= and the 64 hexadecimal digits that sha256sum prints';

it.each<[string, string]>([
  ['http://example.org/p.py', 'only https addresses are accepted'],
  [`http://example.org/p.json#sha256=${digest}`, 'only https addresses are accepted'],
  ['file:///srv/p.json', 'only https addresses are accepted'],
  ['https://example.org/p.json', notPinned],
  ['https://example.org/p.json#sha256=abc', notPinned],
  [
    `https://ada:canary@example.org/p.json#sha256=${digest}`,
    'addresses with a user name or password are not accepted',
  ],
  [`https://#sha256=${digest}`, 'it is not an address'],
])('the address %s is reported as an error, because a plan cannot read it', (path, fault) => {
  const { findings, settings } = checkWith({ profile: { path } });
  expect(findings).toMatchObject([{ rule: 'profile-address', severity: 'error', pointer: '/profile/path' }]);
  expect(findings[0]?.message).toMatch(/^the profile definition ".*" cannot be read: /);
  expect(findings[0]?.message).toContain(fault);
  expect(JSON.stringify(findings)).not.toContain('canary');
  expect(settings).toBeUndefined();
});

it('details that do not belong to the main profile of a path are reported', () => {
  const { findings } = checkWith({ profile: { path: `${own}/profiles/desktop.py`, details: 'nginx' } });
  expect(findings).toMatchObject([{ rule: 'details-against-main', pointer: '/profile/details' }]);
});
