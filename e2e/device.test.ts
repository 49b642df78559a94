/**
 * Tests that a disk that is in use is refused, that an installation writes a disk from its first sector, and that it
 * can be resumed after interruptions.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { canaries, Workbench, type Ended, type Run } from './installation.ts';
import { atStart, Hold, killedAt, runningAt, type Moment } from './kill-at.ts';
import { count } from './scan.ts';
import { hasLoopDevices, LoopDisk, run } from './loop-disk.ts';
import { sharedMirror } from './shared-mirror.ts';

const writ = resolve(fileURLToPath(import.meta.url), '../../packages/cli/bin/writ.js');
const { mirror, cache } = sharedMirror();

/** A workbench with a disk as target and a separate state folder. */
class DiskBench extends Workbench {
  readonly disk: LoopDisk = new LoopDisk(join(this.folder, 'system.raw'), '2G');
  override readonly target: string = this.disk.path;
  readonly state: string = join(this.folder, 'state');

  constructor(changes: Record<string, unknown> = {}) {
    super({ bootloader: 'grub-install', ...changes });
    mkdirSync(join(this.folder, 'look'));
  }

  installOnto(args: readonly string[] = [], options: Run = {}): Promise<Ended> {
    const environment = { WRIT_STATE: this.state, ...options.environment };
    const common = { cache, ...options, environment };
    return this.install(mirror.address, ['--firmware', 'bios', ...args], common);
  }

  /** Reads files of the new system. */
  look<T>(read: (text: (path: string) => string, folder: string) => T): T {
    const folder = join(this.folder, 'look');
    return this.disk.mounted(2, folder, () =>
      read((path) => readFileSync(join(folder, path), 'utf8'), folder),
    );
  }

  get unfinished(): string[] {
    const folder = join(this.state, 'disks');
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  override [Symbol.dispose](): void {
    this.disk[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

const started = ({ events }: Ended): string[] =>
  events.flatMap((event) => (event.type === 'start' ? [event.id] : []));

/** The moment halfway through the package manager's transaction. */
const unpacking: Moment = { argument: 'mounted', when: { says: 'installing linux' } };

async function expectNothingLeft(bench: DiskBench): Promise<void> {
  expect(bench.mounts).toEqual([]);
  // The processes of a killed run end shortly after it.
  await vi.waitFor(() => expect([bench.disk.free, bench.processes]).toEqual([true, []]), {
    timeout: 60_000,
    interval: 200,
  });
  const locks = readdirSync(bench.folder, { recursive: true, encoding: 'utf8' });
  expect(locks.filter((name) => /\/tree\/./.test(name))).toEqual([]);
}

async function expectComplete(bench: DiskBench): Promise<void> {
  const { disk } = bench;
  run('sfdisk', '--verify', '--quiet', disk.path);
  run('e2fsck', '-f', '-n', disk.partition(2));
  bench.look((text, folder) => {
    expect(text('etc/hostname')).toBe('demonstration\n');
    expect(text('etc/motd')).toBe('installed by Writ\n');
    expect(text('etc/shadow')).toMatch(/^root:\$.*^ada:\$/ms);
    const id = run('blkid', '--probe', '--output', 'value', '--match-tag', 'UUID', disk.partition(2));
    expect(text('etc/fstab')).toMatch(new RegExp(`^UUID=${id} / ext4 rw,relatime 0 1\n`));
    expect(text('boot/grub/grub.cfg')).toContain(`root=UUID=${id}`);
    const home = statSync(join(folder, 'home/ada'));
    expect([home.uid, home.gid]).toEqual([1000, 1000]);
    expect(statSync(join(folder, 'var/log/writ')).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, 'var/log/writ/journal'))).toBe(false);
    expect(existsSync(join(folder, 'boot/vmlinuz-linux'))).toBe(true);
    // The disk contains the boot code of the system.
    const code = run('cmp', '--bytes=440', disk.path, join(folder, 'boot/grub/i386-pc/boot.img'));
    expect(code).toBe('');
  });
  run('blockdev', '--flushbufs', disk.path);
  expect(await count(disk.file, Object.values(canaries))).toBe(0);
}

describe.skipIf(!hasLoopDevices())(
  'an installation to a disk (skipped on machines without loop devices)',
  () => {
    it('completes for BIOS machines with consent to exactly this plan', async () => {
      using bench = new DiskBench();
      const digest = bench.planDigest(mirror.address, ['--firmware', 'bios']);
      const ended = await bench.installOnto(['--plan-sha256', digest]);
      expect(ended.status, ended.stderr).toBe(0);
      await expectComplete(bench);
      expect(bench.unfinished).toEqual([]);
      await expectNothingLeft(bench);

      // A complete installation cannot be resumed, and --yes alone is not sufficient to wipe it.
      const again = await bench.installOnto(['--resume']);
      expect(again.status, again.stderr).toBe(3);
      expect(again.stderr).toContain('W1802 no-consent');
      await expectComplete(bench);
    });

    describe('with --resume', () => {
      const formats = ['wipe', 'partition', 'format-root'];
      const system = [...formats, 'tree', 'packages'];

      it.each<[string, NodeJS.Signals, Moment, readonly string[]]>([
        ['before the disk is wiped', 'SIGKILL', atStart('wipe'), []],
        ['before the disk is wiped', 'SIGINT', atStart('wipe'), []],
        ['after the partition table is written', 'SIGKILL', { argument: 'sfdisk', when: 'after' }, []],
        ['while a file system is created', 'SIGKILL', { argument: 'mkfs.ext4', when: 20 }, ['wipe']],
        ['before the disk is mounted', 'SIGKILL', atStart('mount'), formats],
        ['while packages are installed', 'SIGKILL', unpacking, formats],
        ['while packages are installed', 'SIGINT', unpacking, formats],
        [
          'while the boot loader is installed',
          'SIGKILL',
          { argument: 'grub-mkimage', when: 'after' },
          system,
        ],
        [
          'after the disk is unmounted',
          'SIGKILL',
          { argument: '--recursive', when: 'after' },
          [...system, 'loader-core', 'verify-system'],
        ],
        [
          'before the disk is unmounted',
          'SIGINT',
          atStart('unmount'),
          [...system, 'loader-core', 'verify-system'],
        ],
      ])('completes after an interruption %s (%s)', async (_when, signal, moment, kept) => {
        using bench = new DiskBench();
        const killed = await bench.installOnto(['--wipe'], { environment: killedAt(moment, signal) });
        const how = signal === 'SIGKILL' ? [signal, null] : [null, 130];
        expect([killed.signal, killed.status], killed.stderr).toEqual(how);
        await expectNothingLeft(bench);
        expect(bench.unfinished).toHaveLength(1);

        const again = await bench.installOnto(['--wipe', '--resume']);
        expect(again.status, again.stderr).toBe(0);
        await expectComplete(bench);
        expect(started(again).filter((one) => kept.includes(one))).toEqual([]);
        expect(started(again)).toContain('mount');
        expect(bench.unfinished).toEqual([]);
        await expectNothingLeft(bench);
      });

      it('completes after a restart of the live system, because it reads the journal on the disk', async () => {
        using bench = new DiskBench();
        const killed = await bench.installOnto(['--wipe'], {
          environment: killedAt(atStart('password-root')),
        });
        expect(killed.signal).toBe('SIGKILL');
        rmSync(bench.state, { recursive: true });
        // The disk contains only this plan's own data, so --yes is sufficient to continue.
        const again = await bench.installOnto(['--resume']);
        expect(again.status, again.stderr).toBe(0);
        expect(started(again)).toEqual(expect.arrayContaining(['mount', 'password-root', 'unmount']));
        expect(started(again).filter((id) => [...formats, 'tree', 'packages'].includes(id))).toEqual([]);
        expect(again.stderr).toContain(
          'set by the earlier run: password of ada; later changes to these secrets',
        );
        // No events are lost: the events of the second run follow those of the first run.
        const lines = bench.look((text) => text('var/log/writ/events.jsonl').trimEnd().split('\n'));
        const events = lines.map((line) => JSON.parse(line) as InstallEvent);
        const begins = events.flatMap(({ number }, index) => (number === 1 ? [index] : []));
        expect(begins).toEqual([0, expect.any(Number)]);
        const first = events.slice(0, begins[1]);
        expect(first).toEqual(killed.events.slice(0, first.length));
        expect(started({ ...killed, events: first })).toEqual(expect.arrayContaining(['packages', 'locale']));
        await expectComplete(bench);
      });

      it('is refused if the configuration was changed between the runs', async () => {
        using bench = new DiskBench();
        await bench.installOnto(['--wipe'], { environment: killedAt(unpacking) });
        const changed = readFileSync(bench.config, 'utf8').replace('demonstration', 'another');
        writeFileSync(bench.config, changed);
        const again = await bench.installOnto(['--wipe', '--resume']);
        expect(again.status, again.stderr).toBe(3);
        expect(again.stderr).toMatch(/W1803 cannot-resume: .*the configuration or an option has changed/);
      });

      it('is refused if another program used the disk between the runs', async () => {
        using bench = new DiskBench();
        await bench.installOnto(['--wipe'], { environment: killedAt(unpacking) });
        await expectNothingLeft(bench);
        run('wipefs', '--all', '--force', bench.disk.path);
        const again = await bench.installOnto(['--wipe', '--resume']);
        expect(again.status, again.stderr).toBe(3);
        expect(again.stderr).toContain('no longer has the partitions');
      });
    });

    it('can use a second disk for /home', async () => {
      using bench = new DiskBench();
      using second = new LoopDisk(join(bench.folder, 'home.raw'), '256M');
      const both = ['--target', second.path, '--wipe'];
      const killed = await bench.installOnto(both, {
        environment: killedAt(atStart('second-format-home')),
      });
      expect(killed.signal).toBe('SIGKILL');
      const ended = await bench.installOnto([...both, '--resume']);
      expect(ended.status, ended.stderr).toBe(0);
      run('e2fsck', '-f', '-n', second.partition(1));
      bench.look((text, folder) => {
        expect(text('etc/fstab')).toMatch(/^UUID=\S+ \/home ext4 rw,relatime 0 2$/m);
        expect(readdirSync(join(folder, 'home'))).toEqual([]);
      });
      second.mounted(1, join(bench.folder, 'look'), () => {
        expect(statSync(join(bench.folder, 'look/ada')).uid).toBe(1000);
      });
      expect(second.free).toBe(true);
      await expectNothingLeft(bench);
    });

    it('replaces the partitions of the old table, which overlap the new ones', async () => {
      using bench = new DiskBench();
      using second = new LoopDisk(join(bench.folder, 'home.raw'), '2G');
      for (const { path } of [bench.disk, second]) {
        // A disk of Windows. The kernel has its partitions, as after the start of a machine.
        const table = 'label: gpt\nsize=100MiB, type=U\nsize=16MiB\nsize=1200MiB\nsize=600MiB\n';
        spawnSync('sfdisk', ['--quiet', '--no-reread', '--no-tell-kernel', path], { input: table });
        run('partx', '--add', path);
      }
      const ended = await bench.installOnto(['--target', second.path, '--wipe'], {
        environment: killedAt(atStart('format-root')),
      });
      expect(ended.signal, ended.stderr).toBe('SIGKILL');
      for (const [{ path }, numbers] of [
        [bench.disk, ['1', '2']],
        [second, ['1']],
      ] as const) {
        const known = run('lsblk', '--noheadings', '--list', '--bytes', '--output', 'NAME,SIZE', path);
        const sizes = run('partx', '--show', '--noheadings', '--bytes', '--output', 'NR,SIZE', path);
        const ofTable = sizes.split('\n').map((line) => line.trim().split(/ +/));
        expect(ofTable.map(([number]) => number)).toEqual(numbers);
        expect(
          known
            .split('\n')
            .slice(1)
            .map((line) => line.replace(/^.*p(\d+) +/, '$1 ')),
        ).toEqual(ofTable.map(([number, size]) => `${number} ${size}`));
      }
    });

    describe('before the first write', () => {
      const begin = (disk: LoopDisk): string => run('sh', '-c', `head -c 4M ${disk.path} | sha256sum`);

      it.each<[string, RegExp, (bench: DiskBench) => () => void]>([
        [
          'while the disk is mounted',
          /is mounted at .*run umount/s,
          ({ disk, folder }) => {
            run('mkfs.ext4', '-q', disk.path);
            run('mount', '-o', 'ro', disk.path, join(folder, 'look'));
            return () => run('umount', join(folder, 'look'));
          },
        ],
        [
          'while a partition of the disk is mounted',
          /p2 is mounted at /,
          ({ disk, folder }) => {
            const table = 'label: gpt\nsize=1MiB\nsize=64MiB\n';
            spawnSync('sfdisk', ['--quiet', '--no-reread', '--no-tell-kernel', disk.path], { input: table });
            run('partx', '--add', disk.path);
            run('mkfs.ext4', '-q', disk.partition(2));
            run('mount', '-o', 'ro', disk.partition(2), join(folder, 'look'));
            return () => run('umount', join(folder, 'look'));
          },
        ],
        [
          'while the disk is used as swap space',
          /is used as swap.*run swapoff/s,
          ({ disk }) => {
            run('mkswap', disk.path);
            run('swapon', disk.path);
            return () => run('swapoff', disk.path);
          },
        ],
        [
          'while a loop device uses the disk',
          /loop\d+ is attached to .*run losetup --detach/s,
          ({ disk }) => {
            const above = run('losetup', '--find', '--show', disk.path);
            return () => run('losetup', '--detach', above);
          },
        ],
      ])('is refused %s', async (_when, says, use) => {
        using bench = new DiskBench();
        const end = use(bench);
        try {
          const before = begin(bench.disk);
          const ended = await bench.installOnto(['--wipe']);
          expect(ended.status, ended.stderr).toBe(3);
          expect(ended.stderr).toMatch(/W1603 target-in-use/);
          expect(ended.stderr).toMatch(says);
          expect(begin(bench.disk)).toBe(before);
        } finally {
          end();
        }
      });

      it('is refused if the disk is read-only', async () => {
        using bench = new DiskBench();
        run('blockdev', '--setro', bench.disk.path);
        const ended = await bench.installOnto(['--wipe']);
        expect(ended.status, ended.stderr).toBe(3);
        expect(ended.stderr).toContain('W1610 target-read-only');
      });

      it('is refused if the disk has content and --yes is the only consent', async () => {
        using bench = new DiskBench();
        run('mkfs.ext4', '-q', '-L', 'thesis', bench.disk.path);
        const ended = await bench.installOnto();
        expect(ended.status, ended.stderr).toBe(3);
        expect(ended.stderr).toMatch(/W1802 no-consent: \S+ is not empty: ext4 "thesis"/);
      });

      it('is refused if the plan is for another machine', async () => {
        using bench = new DiskBench();
        const recorded = JSON.parse(run(process.execPath, writ, 'facts', '--format=json')) as object;
        const facts = join(bench.folder, 'facts.json');
        writeFileSync(facts, JSON.stringify({ ...recorded, cpuModel: 'another one' }));
        const ended = await bench.installOnto(['--wipe', '--facts', facts]);
        expect(ended.status, ended.stderr).toBe(3);
        expect(ended.stderr).toMatch(/W1516 facts-elsewhere: .*cpuModel is .*, not another one/);
      });

      it('is refused while another installation uses the disk', async () => {
        using bench = new DiskBench();
        using hold = new Hold({ record: 'start', operation: 'packages', when: 'after' });
        const going = bench.installOnto(['--wipe'], { environment: hold.environment });
        await hold.reached(going);
        const refused = await bench.installOnto(['--wipe']);
        hold.release();
        const ended = await going;
        expect(refused.status, refused.stderr).toBe(3);
        expect(refused.stderr).toMatch(/W1603 target-in-use: another installation to \S+ is running/);
        expect(ended.status, ended.stderr).toBe(0);
        await expectComplete(bench);
      });
    });

    it('checks the disk again before the first write, and is refused if the disk is in use by then', async () => {
      using bench = new DiskBench();
      run('mkfs.ext4', '-q', '-L', 'thesis', bench.disk.path);
      const folder = join(bench.folder, 'look');
      const mount = ['mount', '-o', 'ro', bench.disk.path, folder];
      const ended = await bench.installOnto(['--wipe'], {
        environment: runningAt({ argument: 'verify-signatures', when: 'before' }, mount),
      });
      run('umount', folder);
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toMatch(/in use: \S+ is mounted at /);
      expect(bench.unfinished).toEqual([]);
      expect(run('blkid', '--probe', '--output', 'value', '--match-tag', 'LABEL', bench.disk.path)).toBe(
        'thesis',
      );
    });

    describe('at a terminal', () => {
      const asked = (bench: DiskBench, answer: string): ReturnType<typeof spawnSync> => {
        const words = [process.execPath, writ, 'install', bench.config, '--target', bench.disk.path];
        const rest = ['--firmware', 'bios', '--mirror', "'http://127.0.0.1:9/$repo/os/$arch'"];
        return spawnSync(
          'script',
          ['--quiet', '--return', '--command', [...words, ...rest].join(' '), '/dev/null'],
          {
            encoding: 'utf8',
            input: `${answer}\n`,
            timeout: 60_000,
            env: { ...process.env, WRIT_CACHE: cache },
          },
        );
      };

      it.each([
        ['is refused if the answer is yes', (): string => 'yes', 'W1802 no-consent'],
        [
          'continues if the answer is the path of the disk',
          ({ folder }: DiskBench): string => join(folder, 'system.raw'),
          'W1701 mirror-unusable',
        ],
      ])('%s', (_what, answer, rule) => {
        using bench = new DiskBench();
        const { status, stdout } = asked(bench, answer(bench));
        expect(status, String(stdout)).toBe(3);
        expect(stdout).toContain(`To wipe ${bench.disk.path}, type its path as shown above: `);
        expect(stdout).toContain(rule);
      });
    });
  },
);
