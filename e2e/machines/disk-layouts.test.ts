/** Tests that images and disks have the configured file systems, even after interruptions, and that btrfs boots. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import { canaries, passphrase, Workbench, type Ended } from '../installation.ts';
import { atStart, beforeEnd, endsOf, killedAt, type Moment, type RecordMoment } from '../kill-at.ts';
import { hasLoopDevices, LoopDisk, run } from '../loop-disk.ts';
import { copyFolder, describeEffect, isDone, plannedOperations, waitForRelease } from '../resume.ts';
import { emulated, Machine } from './qemu.ts';
import { count } from '../scan.ts';
import { sharedMirror } from '../shared-mirror.ts';

const { mirror, cache } = sharedMirror();

const btrfs = { disk: { 'file-system': 'btrfs' }, swap: { kind: 'file', size: '64MiB' } };
/** Snapshots are tested only in the image, which boots. */
const snapshots = { ...btrfs, disk: { ...btrfs.disk, btrfs: { snapshots: 'snapper' } } };
const xfs = {
  disk: { 'file-system': 'xfs', home: { size: 'rest', 'root-size': '1GiB' } },
  swap: { kind: 'partition', size: '64MiB' },
};
const ext4 = { disk: { home: { size: '256MiB' } }, swap: { kind: 'file', size: '64MiB' } };
const encrypted = { disk: { luks: { '!passphrase': passphrase, 'kdf-memory': 32, 'kdf-rounds': 4 } } };

/** A workbench with a disk as target. */
class DiskBench extends Workbench {
  readonly disk: LoopDisk = new LoopDisk(join(this.folder, 'system.raw'), '3G');
  override readonly target: string = this.disk.path;

  override [Symbol.dispose](): void {
    this.disk[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

type Install = (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Ended>;

async function expectKilled(install: Install, args: readonly string[], moment: Moment): Promise<Ended> {
  const killed = await install(args, killedAt(moment));
  expect(killed.signal, `${JSON.stringify(moment)}: ${killed.stderr}`).toBe('SIGKILL');
  return killed;
}

/**
 * Lists the operations that fill an image or create the file systems of a disk. Other tests kill the remaining ones,
 * which are the same for each layout.
 */
async function listLayoutOperations(bench: Workbench, firmware?: 'bios'): Promise<Operation[]> {
  const stages = new Set(['disk', 'image']);
  const covered = new Set(['wipe', 'partition', 'image-table', 'image-esp', 'image-clean', 'publish']);
  const operations = await plannedOperations(bench, firmware);
  return operations.filter(({ id, stage }) => stages.has(stage) && !covered.has(id));
}

/** Lists both ends of each operation; only the second one if an earlier operation has the same effect. */
function listEnds(operations: readonly Operation[]): RecordMoment[] {
  const effects = operations.map(describeEffect);
  return operations.flatMap(({ id }, index) =>
    effects.indexOf(effects[index]!) === index ? endsOf(id) : [beforeEnd(id)],
  );
}

/**
 * Installs an image and kills the installation at the ends of each operation of its layout, each time starting with
 * the state after the previous kill. As these operations run at the same time, one may already be done; the
 * installation then returns to the state before all of them.
 */
async function killAtEach(bench: Workbench, expected: readonly string[], install: Install): Promise<void> {
  const operations = await listLayoutOperations(bench);
  expect(operations.map(({ id }) => id)).toEqual(expected);
  const fork = mkdtempSync(join(tmpdir(), 'writ-fork-'));
  try {
    await expectKilled(install, [], { record: 'done', operation: 'install-record', when: 'after' });
    await waitForRelease(bench.target);
    await copyFolder(bench.folder, fork);
    for (const moment of listEnds(operations)) {
      if (isDone(bench.target, moment.operation)) await copyFolder(fork, bench.folder);
      await expectKilled(install, ['--resume'], moment);
      await waitForRelease(bench.target);
    }
  } finally {
    rmSync(fork, { recursive: true, force: true });
  }
  const ended = await install(['--resume']);
  expect(ended.status, ended.stderr).toBe(0);
}

interface TablePartition {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

function partitionsOf(image: string): readonly TablePartition[] {
  const table = JSON.parse(run('sfdisk', '--json', image)) as {
    readonly partitiontable: { readonly partitions: readonly TablePartition[] };
  };
  return table.partitiontable.partitions;
}

/** Calls `look` while a partition of an image is mounted read-only. */
function mounted(image: string, name: string, folder: string, look: () => void, options = ''): void {
  const { start, size } = partitionsOf(image).find((partition) => partition.name === name)!;
  mkdirSync(folder, { recursive: true });
  run('mount', '-o', `ro,loop,offset=${start * 512},sizelimit=${size * 512}${options}`, image, folder);
  try {
    look();
  } finally {
    run('umount', folder);
  }
}

const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

function expectSystem(folder: string, kind: string): void {
  expect(text(folder, 'etc/hostname')).toBe('demonstration\n');
  expect(text(folder, 'etc/fstab')).toMatch(new RegExp(`^UUID=\\S+ / ${kind} rw,relatime`));
  expect(readdirSync(join(folder, 'boot'))).toEqual([]);
  expect(statSync(join(folder, 'usr/bin/sudo')).mode & 0o7777).toBe(0o4755);
}

/** Checks that swap space has no holes and a valid header. */
function expectSwapFile(path: string): void {
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(64 * 2 ** 20);
  run('swaplabel', path);
}

describe.skipIf(!hasLoopDevices())('an image (skipped on machines without loop devices)', () => {
  const build = async (extension: object, operations: readonly string[]): Promise<Workbench> => {
    const bench = new Workbench({ 'x-writ': extension });
    await killAtEach(bench, operations, (args, environment = {}) =>
      bench.install(mirror.address, ['--image-size', '2560M', ...args], { cache, environment }),
    );
    expect(readdirSync(bench.folder).toSorted()).toEqual(['disk.img', 'machine.json']);
    expect(bench.mounts).toEqual([]);
    expect(await count(bench.target, [...Object.values(canaries), passphrase])).toBe(0);
    return bench;
  };

  it(
    'with btrfs contains subvolumes and a swap file, even after repeated kills, and boots',
    emulated,
    async () => {
      using bench = await build(snapshots, ['image-root', 'image-root-copy']);
      const folder = join(bench.folder, 'look');
      const look = (subvolume: string, check: () => void): void =>
        mounted(bench.target, 'root', folder, check, `,subvol=${subvolume}`);
      look('@', () => expectSystem(folder, 'btrfs'));
      look('@home', () => expect(readdirSync(folder)).toEqual(['ada']));
      look('@log', () => expect(readdirSync(folder)).toContain('writ'));
      look('@swap', () => expectSwapFile(join(folder, 'swapfile')));
      look('@', () => expect(readdirSync(join(folder, 'home'))).toEqual([]));

      await using machine = new Machine([bench.target]);
      await machine.login('root', canaries.root);
      const answer = async (command: string): Promise<string> => (await machine.run(command)).output;
      const mounts = 'for at in / /home /var/log; do findmnt -no FSTYPE,FSROOT $at; done';
      expect(await answer(mounts)).toMatch(/^btrfs +\/@\nbtrfs +\/@home\nbtrfs +\/@log$/);
      expect(await answer('findmnt -no OPTIONS /')).toContain('compress=zstd');
      expect(await answer('tail -n 1 /proc/swaps')).toMatch(/^\/swap\/swapfile +file/);
      const running = await machine.run('systemctl is-system-running --wait', 240_000);
      expect(running).toEqual({ output: 'running', status: 0 });

      expect(await answer('findmnt -no FSROOT /.snapshots; stat -c %a /.snapshots')).toBe('/@snapshots\n750');
      expect(await answer('systemctl is-active snapper-timeline.timer snapper-cleanup.timer')).toBe(
        'active\nactive',
      );
      // A file that is created after a snapshot disappears when the changes since then are undone. The timer may
      // have created the first snapshot.
      const undone = await machine.run(
        'number=$(snapper create --print-number --description before) && echo later > /etc/later && ' +
          'snapper status $number..0 | grep /etc/later && snapper undochange $number..0 /etc/later',
      );
      expect(undone).toEqual({ output: expect.stringMatching(/^\+\.+ \/etc\/later\n/), status: 0 });
      expect((await machine.run('test ! -e /etc/later')).status).toBe(0);
    },
  );

  it('with xfs contains a partition for /home and one for swap space, even after repeated kills', async () => {
    const parts = ['image-swap', 'image-root', 'image-home'];
    using bench = await build(xfs, [...parts, ...parts.map((id) => `${id}-copy`)]);
    const folder = join(bench.folder, 'look');
    expect(partitionsOf(bench.target).map(({ name }) => name)).toEqual(['esp', 'swap', 'root', 'home']);
    mounted(bench.target, 'root', folder, () => {
      expectSystem(folder, 'xfs');
      expect(readdirSync(join(folder, 'home'))).toEqual([]);
    });
    mounted(bench.target, 'home', folder, () => expect(statSync(join(folder, 'ada')).uid).toBe(1000));
    const { start } = partitionsOf(bench.target)[1]!;
    const header = execFileSync('dd', [`if=${bench.target}`, 'bs=512', `skip=${start}`, 'count=8'], {
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(header.slice(-10)).toBe('SWAPSPACE2');
  });

  it('with ext4 contains a swap file and a partition for /home, even after repeated kills', async () => {
    using bench = await build(ext4, ['image-home', 'image-root', 'image-root-copy']);
    const folder = join(bench.folder, 'look');
    mounted(bench.target, 'root', folder, () => {
      expectSystem(folder, 'ext4');
      expectSwapFile(join(folder, 'swapfile'));
    });
    mounted(bench.target, 'home', folder, () => expect(statSync(join(folder, 'ada')).uid).toBe(1000));
  });

  it('with encryption contains the system behind the passphrase, even after repeated kills', async () => {
    using bench = await build(encrypted, ['image-root', 'image-root-encrypt', 'image-root-copy']);
    const { start, size } = partitionsOf(bench.target).find(({ name }) => name === 'root')!;
    const file = join(bench.folder, 'root.raw');
    run('dd', `if=${bench.target}`, `of=${file}`, 'bs=512', `skip=${start}`, `count=${size}`, 'status=none');
    const decrypt = 'reencrypt --decrypt --force-offline-reencrypt --batch-mode --disable-locks';
    const options = [...decrypt.split(' '), '--key-file', '-', '--header', `${file}.header`, file];
    execFileSync('cryptsetup', options, { input: passphrase, stdio: ['pipe', 'ignore', 'pipe'] });
    const folder = join(bench.folder, 'look');
    mkdirSync(folder);
    run('mount', '-o', 'ro,loop', file, folder);
    try {
      expectSystem(folder, 'ext4');
    } finally {
      run('umount', folder);
    }
  });
});

describe.skipIf(!hasLoopDevices())('a disk (skipped on machines without loop devices)', () => {
  it('with btrfs contains a system for BIOS machines, even after repeated kills and a restart', async () => {
    using bench = new DiskBench({ bootloader: 'grub-install', 'x-writ': btrfs });
    const { disk } = bench;
    const state = join(bench.folder, 'state');
    const install = (args: readonly string[], environment = {}): Promise<Ended> => {
      // A restarted live system has only the journal on the disk, which is in the subvolume @log.
      if (args.includes('--resume') && restarts) rmSync(state, { recursive: true });
      return bench.install(mirror.address, ['--firmware', 'bios', '--wipe', ...args], {
        cache,
        environment: { WRIT_STATE: state, ...environment },
      });
    };
    let restarts = false;
    const operations = await listLayoutOperations(bench, 'bios');
    expect(operations.map(({ id }) => id)).toEqual(['format-boot', 'format-root', 'mount']);
    const moments: readonly Moment[] = [
      ...endsOf('format-boot'),
      atStart('format-root'),
      { argument: 'mkfs.btrfs', when: 'after' },
      beforeEnd('format-root'),
      ...endsOf('mount'),
      ...endsOf('swap-file'),
    ];
    for (const [index, moment] of moments.entries()) {
      await expectKilled(install, index === 0 ? [] : ['--resume'], moment);
    }
    restarts = true;
    const restarted = await expectKilled(install, ['--resume'], atStart('unmount'));
    restarts = false;
    await expectKilled(install, ['--resume'], beforeEnd('unmount'));
    const ended = await install(['--resume']);
    expect(ended.status, ended.stderr).toBe(0);
    const started = restarted.events.flatMap((event) => (event.type === 'start' ? [event.id] : []));
    expect(started).toContain('swap-file');
    expect(started).not.toContain('packages');

    run('btrfs', 'check', '--readonly', disk.partition(3));
    const folder = join(bench.folder, 'look');
    mkdirSync(folder);
    disk.mounted(3, folder, () => {
      expect(readdirSync(folder).toSorted()).toEqual(['@', '@home', '@log', '@pkg', '@swap']);
      expectSystem(join(folder, '@'), 'btrfs');
      expectSwapFile(join(folder, '@swap/swapfile'));
      expect(readdirSync(join(folder, '@home'))).toEqual(['ada']);
      expect(existsSync(join(folder, '@log/writ/journal'))).toBe(false);
    });
    disk.mounted(2, folder, () => {
      expect(existsSync(join(folder, 'vmlinuz-linux'))).toBe(true);
      expect(text(folder, 'grub/grub.cfg')).toContain('rootflags=subvol=/@');
    });
  });
});
