import { describe, expect, it } from 'vitest';
import { renderPackageInfo, toPackageVersion } from './package.ts';

describe('renderPackageInfo', () => {
  it('renders a line for each value', () => {
    const recipe = {
      name: 'openssh',
      repository: 'core',
      description: 'Remote login',
      depends: ['base', 'zlib'],
      backup: ['etc/ssh/sshd_config'],
    } as const;
    expect(renderPackageInfo(recipe, { version: '9.2p1-1', size: 1234, date: 1_700_000_000 })).toBe(
      [
        'pkgname = openssh',
        'pkgbase = openssh',
        'pkgver = 9.2p1-1',
        'pkgdesc = Remote login',
        'builddate = 1700000000',
        'packager = Writ mirror',
        'size = 1234',
        'arch = x86_64',
        'depend = base',
        'depend = zlib',
        'backup = etc/ssh/sshd_config',
        '',
      ].join('\n'),
    );
  });
});

describe('toPackageVersion', () => {
  it.each([
    ['1:9.2p1-2+deb12u3', '9.2p1-1'],
    ['252.39-1~deb12u2', '252.39-1'],
    ['12.4+deb12u15', '12.4+deb12u15-1'],
    ['2.0~rc1-3', '2.0.rc1-1'],
    ['0.6-1-2', '0.6.1-1'],
    [undefined, '1-1'],
  ])('converts %s to %s', (debian, version) => {
    expect(toPackageVersion(debian)).toBe(version);
  });
});
