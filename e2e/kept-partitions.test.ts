/**
 * Tests that an installation beside other systems changes neither the kept partitions nor their entries in the partition
 * table, even if it is killed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Workbench, type Ended } from './installation.ts';
import { atStart, beforeEnd, endsOf, killedAt, type Moment } from './kill-at.ts';
import { hasLoopDevices, LoopDisk, run } from './loop-disk.ts';
import { sharedMirror } from './shared-mirror.ts';

const { mirror, cache } = sharedMirror();

const esp = '11111111-1111-4111-8111-111111111111';
const windows = '22222222-2222-4222-8222-222222222222';
const photos = '33333333-3333-4333-8333-333333333333';
const old = '55555555-5555-4555-8555-555555555555';
const basicData = 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7';

/** The partitions of another system, in a table with few entries. The last one is not kept. */
const foreign = `label: gpt
label-id: 99999999-9999-4999-8999-999999999999
table-length: 6
x1: start=2048, size=131072, type=c12a7328-f81f-11d2-ba4b-00a0c93ec93b, uuid=${esp}, name="EFI system partition"
x2: size=262144, type=${basicData}, uuid=${windows}, name="Basic \\x22data\\x22", attrs="RequiredPartition GUID:60"
x3: start=4194304, size=262144, type=linux, uuid=${photos}
x5: start=1048576, size=524288, type=linux, uuid=${old}, name="old"
`;

class SharedDiskBench extends Workbench {
  readonly disk: LoopDisk = new LoopDisk(join(this.folder, 'system.raw'), '2500M');
  override readonly target: string = this.disk.path;
  readonly state: string = join(this.folder, 'state');

  constructor(partitions: readonly object[]) {
    super({
      bootloader: 'grub-install',
      'x-writ': { disk: { layout: 'partitions', partitions } },
    });
    const { path } = this.disk;
    const options = ['--quiet', '--no-reread', '--no-tell-kernel', path];
    execFileSync('sfdisk', options, { input: foreign, stdio: ['pipe', 'ignore', 'ignore'] });
    // The disk is enlarged, so its largest free space is behind the last sector of the table.
    run('truncate', '-s', '5G', this.disk.file);
    run('losetup', '--set-capacity', path);
    run('partx', '--add', path);
    run('mkfs.vfat', this.disk.partition(1));
    // Random content has no signature that a tool could recognize.
    run('dd', 'if=/dev/urandom', `of=${this.disk.partition(2)}`, 'bs=1M', 'count=128', 'conv=fsync');
    run('mkfs.ext4', '-q', '-L', 'photos', this.disk.partition(3));
    run('mkfs.ext4', '-q', '-L', 'old', this.disk.partition(5));
    const folder = join(this.folder, 'look');
    mkdirSync(folder);
    run('mount', this.disk.partition(3), folder);
    writeFileSync(join(folder, 'photo'), 'a photo');
    run('umount', folder);
  }

  /** Entries of kept partitions in the table, and digests of those that are not mounted. */
  get kept(): readonly string[] {
    const { path } = this.disk;
    const table = run('sfdisk', '--dump', path).split('\n');
    const entries = table.filter((line) =>
      [esp, windows, photos].some((id) => line.toLowerCase().includes(id)),
    );
    return [...entries, ...[1, 2].map((number) => run('sha256sum', this.disk.partition(number)))];
  }

  get digest(): string {
    return this.planDigest(mirror.address, ['--firmware', 'bios']);
  }

  onto(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.install(mirror.address, ['--firmware', 'bios', ...args], {
      cache,
      environment: { WRIT_STATE: this.state, ...environment },
    });
  }

  override [Symbol.dispose](): void {
    this.disk[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

const beside = [
  { keep: { partuuid: esp } },
  { keep: { partuuid: windows.toUpperCase() } },
  { keep: { partuuid: photos }, kind: 'data', mount: '/srv/photos' },
  { kind: 'bios' },
  { kind: 'root', size: 'rest' },
  { kind: 'swap', size: '64MiB' },
  { kind: 'home', size: '128MiB' },
];

describe.skipIf(!hasLoopDevices())('kept partitions (skipped on machines without loop devices)', () => {
  it('and their entries are unchanged after an installation that was killed at each step', async () => {
    using bench = new SharedDiskBench(beside);
    const { disk } = bench;
    const before = bench.kept;
    const refused = await bench.onto(['--wipe']);
    expect(refused.status, refused.stderr).toBe(3);
    expect(refused.stderr).toContain(`W1802 no-consent: partitions of ${disk.path} remain`);

    const consent = ['--plan-sha256', bench.digest];
    const moments: readonly Moment[] = [
      ...endsOf('save-table'),
      { argument: windows, when: 5 },
      { argument: windows, when: 'after' },
      beforeEnd('partition'),
      ...['format-root', 'format-swap', 'format-home', 'mount'].flatMap(endsOf),
      atStart('tree'),
      { argument: 'mounted', when: { says: 'installing linux' } },
      ...endsOf('copy-table'),
      atStart('device-boot-code'),
      ...endsOf('unmount'),
    ];
    for (const [index, moment] of moments.entries()) {
      const killed = await bench.onto([...consent, ...(index === 0 ? [] : ['--resume'])], killedAt(moment));
      expect(killed.signal, `${JSON.stringify(moment)}: ${killed.stderr}`).toBe('SIGKILL');
      expect(bench.kept, JSON.stringify(moment)).toEqual(before);
    }
    const ended = await bench.onto(['--resume']);
    expect(ended.status, ended.stderr).toBe(0);
    expect(bench.kept).toEqual(before);

    // The copy of the table at the end of the disk was moved.
    expect(run('sfdisk', '--verify', disk.path)).toContain('No errors detected');
    const table = run('sfdisk', '--dump', disk.path);
    expect(table).toContain('label-id: 99999999-9999-4999-8999-999999999999');
    expect(table.toLowerCase()).not.toContain(old);
    const folder = join(bench.folder, 'look');
    disk.mounted(3, folder, () => {
      expect(readFileSync(join(folder, 'photo'), 'utf8')).toBe('a photo');
    });
    disk.mounted(5, folder, () => {
      const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
      const id = run('blkid', '--probe', '--output', 'value', '--match-tag', 'UUID', disk.partition(3));
      expect(text('etc/fstab')).toContain(`UUID=${id} /srv/photos ext4 rw,relatime 0 2\n`);
      expect(text('var/log/writ/partition-table').toLowerCase()).toContain(`uuid=${old}`);
      expect(statSync(join(folder, 'var/log/writ/partition-table')).mode & 0o777).toBe(0o600);
      expect(existsSync(join(folder, 'srv/photos/photo'))).toBe(false);
    });
  });

  it('are not kept by a plan that would delete a partition that is newer than its confirmation', async () => {
    using bench = new SharedDiskBench(beside);
    const { disk, digest } = bench;
    const options = ['--quiet', '--append', '--no-reread', '--no-tell-kernel', disk.path];
    execFileSync('sfdisk', options, { input: 'size=64MiB, type=linux', stdio: ['pipe', 'ignore', 'ignore'] });
    run('partx', '--add', '--nr', '4', disk.path);
    run('mkfs.ext4', '-q', '-L', 'precious', disk.partition(4));
    const ended = await bench.onto(['--plan-sha256', digest]);
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('W1801 plan-changed');
  });

  it('are checked again directly before the first write', async () => {
    using bench = new SharedDiskBench(beside);
    const { disk } = bench;
    const consent = ['--plan-sha256', bench.digest];
    const killed = await bench.onto(consent, killedAt(atStart('save-table')));
    expect(killed.signal).toBe('SIGKILL');
    // Another program gives the partition another size; the digest of the plan covers this.
    run('sfdisk', '--no-reread', '--no-tell-kernel', '--delete', disk.path, '2');
    run('partx', '--delete', '--nr', '2', disk.path);
    const ended = await bench.onto([...consent, '--resume']);
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain(
      `W1614 kept-partition: ${disk.path} has no partition with the UUID ${windows}`,
    );
  });
});
