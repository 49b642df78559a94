import { describe, expect, it } from 'vitest';
import { GIB, MIB } from '../../plan/layout.ts';
import { systemLayout } from '../../plan/system-layout.ts';
import type { Layout } from '../../plan/plan.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { parseEntries } from './database.ts';
import { checkHost } from './host.ts';
import { forVerifiedDatabases, pacmanConf, queryConf, type ThirdPartySource } from './pacman-conf.ts';
import { programPaths, unitNames, unitPaths } from './programs.ts';
import { checkSpace, type FreeSpace, type SpaceResult, type SpaceRequirements } from './disk-space.ts';

const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';

describe("the package manager's configuration", () => {
  const mirrors = ['http://a/$repo/os/$arch', 'http://b/$repo/os/$arch'];

  it('always requires signed packages, and signed databases from local mirrors', () => {
    const ours = pacmanConf(['core', 'extra'], mirrors, {
      kind: 'mirror',
      fingerprint,
      key: new Uint8Array(),
    });
    expect(ours).toContain('SigLevel = Required DatabaseRequired\n');
    expect(pacmanConf(['core'], mirrors, { kind: 'distribution' })).toContain(
      'SigLevel = Required DatabaseOptional\n',
    );
    expect(ours).toContain(
      '[core]\nServer = http://a/$repo/os/$arch\nServer = http://b/$repo/os/$arch\n\n[extra]\n',
    );
    expect(ours).not.toMatch(/TrustAll|Never|Include|Optional/);
  });

  it('requires signed packages also after the databases are verified', () => {
    const own = (name: string, signatures: 'required' | 'packages' | 'none'): ThirdPartySource => ({
      name,
      servers: ['http://own/'],
      signatures,
    });
    const thirdParty = [own('a', 'required'), own('b', 'packages'), own('c', 'none')];
    const conf = pacmanConf(['core', 'a', 'b', 'c'], mirrors, { kind: 'distribution' }, thirdParty);
    const levels = forVerifiedDatabases(conf)
      .split('\n')
      .filter((line) => line.includes('SigLevel'));
    const verified = 'SigLevel = Required DatabaseNever';
    expect(levels).toEqual([
      verified,
      'LocalFileSigLevel = Required',
      verified,
      verified,
      'SigLevel = Never',
    ]);
  });

  it('contains no mirror for queries, so that a query cannot fetch anything that it does not verify', () => {
    expect(queryConf(['core', 'extra'])).toMatch(/SigLevel = Never\n\n\[core\]\n\n\[extra\]\n$/);
  });
});

describe("a repository's database", () => {
  it('is parsed entry by entry', () => {
    const text =
      '%FILENAME%\na-1.pkg\n\n%NAME%\na\n\n%DEPENDS%\nb\nc>=2\n\n%FILENAME%\nb-1.pkg\n\n%NAME%\nb\n';
    const entries = parseEntries(text, 'FILENAME');
    expect(entries.map((entry) => entry.get('NAME'))).toEqual([['a'], ['b']]);
    expect(entries[0]?.get('DEPENDS')).toEqual(['b', 'c>=2']);
  });
});

describe('the file lists of packages', () => {
  const contents = new Set([
    'usr/lib/systemd/system/sshd.service',
    'usr/lib/systemd/system/getty@.service',
    'usr/lib/systemd/system/cockpit.socket',
    'usr/bin/useradd',
    'usr/sbin/visudo',
  ]);
  const includesAny = (paths: readonly string[]): boolean => paths.some((path) => contents.has(path));

  it.each([
    ['sshd', true],
    ['sshd.service', true],
    ['sshd.socket', false],
    ['getty@tty2', true],
    ['getty@tty2.service', true],
    ['cockpit.socket', true],
    ['ssh', false],
  ])('are searched for the unit %s: %s', (unit, isIncluded) => {
    expect(includesAny(unitPaths(unit))).toBe(isIncluded);
  });

  it('are converted to a list of units with short names', () => {
    const paths = [
      'usr/lib/systemd/system/sshd.service',
      'usr/lib/systemd/system/fstrim.timer',
      'usr/lib/systemd/system/sshd.service.d/10.conf',
      'usr/lib/systemd/user/pipewire.service',
      'usr/bin/ssh',
    ];
    expect(unitNames(paths)).toEqual(['sshd', 'fstrim.timer']);
    expect(unitNames(paths, 'user')).toEqual(['pipewire']);
  });

  it('are searched for programs in all program folders', () => {
    expect(['useradd', 'visudo', 'systemctl'].map((name) => includesAny(programPaths(name)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('free space', () => {
  const layoutOf = (size: number): Layout => systemLayout({ size }, 'uefi', 'seed');
  const layout = layoutOf(8 * GIB);
  const packages = (installedSize: number, size: number): ResolvedPackage[] => [
    {
      name: 'a',
      version: '1',
      architecture: 'x86_64',
      repository: 'core',
      file: 'a',
      sha256: '',
      size,
      installedSize,
    },
  ];
  const place = (device: number, free: number): FreeSpace => ({ path: `/${device}`, device, free });
  const check = (installed: number, missing: number, needs: Partial<SpaceRequirements> = {}): SpaceResult =>
    checkSpace({
      packages: packages(installed, missing),
      missing,
      layout,
      cache: place(2, 10 * GIB),
      mayDownloadToTarget: false,
      ...needs,
    });
  const rules = (...given: Parameters<typeof check>): (string | undefined)[] =>
    check(...given).findings.map(({ rule }) => rule);
  const elsewhere = { target: place(1, 99 * GIB) };

  it('can be sufficient for tree, image and downloads', () => {
    expect(rules(GIB, GIB, elsewhere)).toEqual([]);
  });

  it('must be sufficient for the sum of tree, image and cache on the same file system', () => {
    expect(rules(GIB, GIB, { target: place(1, 3 * GIB), cache: place(2, GIB) })).toEqual([]);
    expect(rules(GIB, GIB, { target: place(1, 3 * GIB), cache: place(1, 3 * GIB) })).toEqual(['no-room']);
  });

  it('must be sufficient for the packages and a swap file', () => {
    const swap = { kind: 'file', size: 5 * 1024 } as const;
    const withSwap = systemLayout({ size: 8 * GIB }, 'uefi', 'seed', { swap });
    expect(rules(2 * GIB, 0, elsewhere)).toEqual([]);
    const { findings } = check(2 * GIB, 0, { ...elsewhere, layout: withSwap });
    expect(findings.map(({ rule }) => rule)).toEqual(['target-too-small']);
    expect(findings[0]?.hint).toBe('pass --image-size 10G or more');
    expect(rules(GIB, 0, { ...elsewhere, layout: withSwap })).toEqual([]);
  });

  it('must be sufficient for an encrypted partition and its copy in the image, neither of which is sparse', () => {
    const disk = { luks: { passphrase: { kind: 'missing', name: 'disk' } } } as const;
    const encrypted = systemLayout({ size: 8 * GIB }, 'uefi', 'seed', { disk });
    expect(rules(GIB, 0, { layout: encrypted, target: place(1, 15 * GIB) })).toEqual(['no-room']);
    expect(rules(GIB, 0, { layout: encrypted, target: place(1, 16 * GIB) })).toEqual([]);
    expect(rules(GIB, 0, { target: place(1, 3 * GIB) })).toEqual([]);
  });

  it('can be insufficient in the cache', () => {
    expect(rules(MIB, GIB, { ...elsewhere, cache: place(2, MIB) })).toEqual(['no-room']);
  });

  it('can be insufficient in the image, and the hint states a sufficient size', () => {
    const [finding] = check(2 * GIB, 0, { ...elsewhere, layout: layoutOf(2 * GIB) }).findings;
    expect(finding).toMatchObject({ rule: 'target-too-small' });
    const size = Number(/--image-size (\d+)G/.exec(finding!.hint!)?.[1]);
    expect(rules(2 * GIB, 0, { ...elsewhere, layout: layoutOf(size * GIB) })).toEqual([]);
  });

  it('can be insufficient in a partition for / whose size the configuration limits, and the hint says so', () => {
    const disk = { home: { rootSize: 4 * 1024 } } as const;
    const limited = systemLayout({ size: 16 * GIB }, 'uefi', 'seed', { disk });
    const hint =
      /^pass --image-size \d+G or more; if x-writ\.disk limits the size of the partition for \/, increase it as well$/;
    expect(check(4 * GIB, 0, { ...elsewhere, layout: limited }).findings).toMatchObject([
      { rule: 'target-too-small', hint: expect.stringMatching(hint) as string },
    ]);
    const [onDisk] = check(4 * GIB, 0, { layout: limited }).findings;
    expect(onDisk?.hint).toMatch(/^choose a disk of at least \d+G; if x-writ\.disk limits /);
    const whole = layoutOf(2 * GIB);
    const foreign = { number: 3, name: 'home', type: '', uuid: '', start: GIB, size: MIB } as const;
    const beside = { ...whole, partitions: [...whole.partitions, { ...foreign, kept: 'content' as const }] };
    expect(check(4 * GIB, 0, { layout: beside }).findings[0]?.hint).toMatch(
      /^choose a disk of at least \d+G$/,
    );
    const larger = { disk: { home: { rootSize: 8 * 1024 } } };
    const enough = systemLayout({ size: 16 * GIB }, 'uefi', 'seed', larger);
    expect(rules(4 * GIB, 0, { ...elsewhere, layout: enough })).toEqual([]);
  });

  describe('on a disk, with a small cache', () => {
    const small = { cache: place(2, 100 * MIB) };

    it('can be insufficient for the downloads, unless --yes allows downloads to the disk after it is wiped', () => {
      const { findings, downloadToTarget } = check(GIB, GIB, small);
      expect(downloadToTarget).toBe(true);
      expect(findings).toMatchObject([
        {
          rule: 'no-room',
          hint: expect.stringMatching(/WRIT_CACHE to another folder; with --yes/) as string,
        },
      ]);
      expect(check(GIB, GIB, { ...small, mayDownloadToTarget: true })).toEqual({
        findings: [],
        downloadToTarget: true,
      });
      expect(check(GIB, 50 * MIB, { ...small, mayDownloadToTarget: true })).toEqual({
        findings: [],
        downloadToTarget: false,
      });
    });

    it('must be sufficient for the system and all downloads', () => {
      const allowed = { ...small, mayDownloadToTarget: true };
      const [finding] = check(2 * GIB, GIB, { ...allowed, layout: layoutOf(4 * GIB) }).findings;
      expect(finding).toMatchObject({ rule: 'target-too-small' });
      expect(finding!.message).toContain('(3,072 MiB including downloads)');
      const size = Number(/a disk of at least (\d+)G/.exec(finding!.hint!)?.[1]);
      expect(rules(2 * GIB, GIB, { ...allowed, layout: layoutOf(size * GIB) })).toEqual([]);
    });
  });
});

describe('this machine', () => {
  const machine = { architecture: 'x64', root: true, subordinateIds: 0, boot: '' };
  const requirements = {
    tools: [
      { program: 'sh', debian: 'dash', arch: 'bash' },
      { program: 'no-such-tool', debian: 'deb-tool', arch: 'arch-tool' },
    ],
    mirrors: [],
    choose: 'all' as const,
    logins: [],
    repositories: [],
    packages: [],
    units: [],
    programs: [],
    files: [],
  };

  it('is rejected if programs are missing, with their packages in the hint', async () => {
    expect(await checkHost(machine, requirements)).toMatchObject([
      {
        rule: 'tool-missing',
        message: 'missing programs: no-such-tool',
        hint: 'Debian: apt install deb-tool; Arch: pacman -S arch-tool',
      },
    ]);
  });

  it('must be x86-64, and provide subordinate IDs for users other than root', async () => {
    const rules = async (changes: object): Promise<(string | undefined)[]> => {
      const findings = await checkHost({ ...machine, ...changes }, { ...requirements, tools: [] });
      return findings.map(({ rule }) => rule);
    };
    expect(await rules({ architecture: 'arm64' })).toEqual(['architecture-unsupported']);
    expect(await rules({ root: false, subordinateIds: 65_535 })).toContain('not-root');
    expect(await rules({ root: false, subordinateIds: 65_536 })).not.toContain('not-root');
  });
});
