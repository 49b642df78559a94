/** Tests failures on the machine: the exit status, the message and the resumption. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectEnd, expectToResume, limitConcurrency } from './faults.ts';
import { Workbench, type Ended } from './installation.ts';
import { runningAt } from './kill-at.ts';
import { sharedMirror } from './shared-mirror.ts';

const turn = limitConcurrency(2);
const { mirror, cache } = sharedMirror({ warm: true });

/** A small file system that is mounted on a folder during the test. */
interface SmallDisk extends Disposable {
  /** Returns a command that fills the disk until this number of MiB is free. */
  filling(left: number): readonly string[];
  clear(): void;
}

function mountSmallDisk(folder: string, size: string): SmallDisk {
  const filler = join(folder, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'writ-e2e', folder]);
  return {
    filling: (left) => {
      const free = 'free=$(df --output=avail --block-size=1M "$1" | tail -n 1)';
      const fill = `${free} && dd if=/dev/zero of="$2" bs=1M count=$((free - ${left}))`;
      return ['sh', '-euc', fill, 'sh', folder, filler];
    },
    clear: () => rmSync(filler),
    // The unmount is lazy, because processes may still use the mount.
    [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

/** A workbench whose folder is a small file system. */
function smallBench(size: string): Workbench & { disk: SmallDisk } {
  const bench = new Workbench();
  const config = readFileSync(bench.config);
  const disk = mountSmallDisk(bench.folder, size);
  writeFileSync(bench.config, config, { mode: 0o600 });
  return Object.assign(bench, { disk });
}

/** The step that failed. */
function failedStep({ events }: Ended): string | undefined {
  return events.find((event) => event.type === 'failure')?.id;
}

describe.concurrent('a disk without space', () => {
  it('is detected before the first write if the image does not fit', () =>
    turn(async () => {
      using bench = smallBench('100M');
      using _disk = bench.disk;
      const ended = await bench.install(mirror.address, [], { cache });
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toMatch(/no-room: .* free, but .* is required/);
      expect(ended.stderr).toMatch(/free some space/);
      expect(bench.exists).toBe(false);
    }));

  it.each<[string, string, number]>([
    // Less space than the kernel needs.
    ['while packages are installed', 'packages', 16],
    // Enough space for everything before the image is built.
    ['before the image is created', 'fstab', 64],
  ])(
    'ends the run with status 4 if it fills up %s, and the run can be resumed once there is more space',
    (_when, operation, left) =>
      turn(async () => {
        using bench = smallBench('900M');
        using disk = bench.disk;
        const environment = runningAt({ record: 'start', operation, when: 'after' }, disk.filling(left));
        const ended = await bench.install(mirror.address, [], { cache, environment });
        expect(ended.status, ended.stderr).toBe(4);
        expect(ended.stderr).toMatch(
          /no space left|not enough free|write error|write failed|could not extract/i,
        );
        expect(ended.stderr).toContain(
          'Free some space on the disk, then run the same command with --resume.',
        );
        expect(failedStep(ended)?.startsWith('image-')).toBe(operation === 'fstab');
        expect(bench.exists).toBe(false);
        disk.clear();
        const again = await bench.install(mirror.address, ['--resume'], { cache });
        expect(again.status, again.stderr).toBe(0);
      }),
  );

  it('ends the run with status 3 if the downloads do not fit, whether the disk is too small or fills up', () =>
    turn(async () => {
      using bench = new Workbench();
      const own = join(bench.folder, 'cache');
      mkdirSync(own);
      {
        using _disk = mountSmallDisk(own, '20M');
        const ended = await bench.install(mirror.address, [], { cache: own });
        expect(ended.status, ended.stderr).toBe(3);
        expect(ended.stderr).toMatch(/cache.* free, but .* is required/s);
      }
      using disk = mountSmallDisk(own, '200M');
      const environment = runningAt({ argument: '-Sw', when: 'before' }, disk.filling(4));
      const ended = await bench.install(mirror.address, [], { cache: own, environment });
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toMatch(/Failure writing output|no space left|not enough free/i);
      expect(ended.stderr).toMatch(/free some space on the file system of the package cache/);
      disk.clear();
    }));
});

describe.concurrent('a missing program', () => {
  it('is reported with its package before the first write', () =>
    turn(async () => {
      using bench = new Workbench();
      const hide = 'mount --bind /dev/null "$1"; shift; exec "$@"';
      const mdir = execFileSync('which', ['mdir'], { encoding: 'utf8' }).trim();
      const real = execFileSync('readlink', ['-f', mdir], { encoding: 'utf8' }).trim();
      const through = ['unshare', '--mount', '--', 'sh', '-euc', hide, 'sh', real];
      const ended = await bench.install(mirror.address, [], { cache, through });
      await expectEnd(ended, bench, {
        status: 3,
        cause: /missing programs: .*mdir/,
        next: /apt install mtools/,
      });
    }));
});

describe.concurrent('a custom command', () => {
  it.each<[string, string, RegExp]>([
    ['fails', 'echo one two; sleep 1000 & exit 7', /bash exited with status 7[\s\S]*\| one two/],
    ['is killed', 'kill -9 $$', /bash was killed by SIGKILL/],
  ])(
    'ends the run with status 4 if it %s, leaves no process behind, and runs again on request',
    (_how, text, cause) =>
      turn(async () => {
        const firstTime = `test -e /root/once || { touch /root/once; ${text}; }`;
        using bench = new Workbench({ 'custom-commands': ['true', firstTime, 'true', 'true'] });
        const ended = await bench.install(mirror.address, [], { cache });
        const next = /--resume --rerun-command\. .* Custom commands not run: 3, 4\./;
        await expectEnd(ended, bench, { status: 4, cause, next });
        const unasked = await bench.install(mirror.address, ['--resume'], { cache });
        await expectEnd(unasked, bench, { status: 4, cause: /may have completed/, next });
        await expectToResume(bench, mirror.address, cache, ['--resume', '--rerun-command']);
      }),
  );

  it('is killed at its time limit if it hangs', () =>
    turn(async () => {
      const firstTime = 'test -e /root/once || { touch /root/once; sleep 1000; }';
      using bench = new Workbench({ 'custom-commands': [firstTime] });
      const limit = ['--command-limit', '2s'];
      const ended = await bench.install(mirror.address, limit, { cache });
      const cause = /bash timed out after 2 seconds/;
      await expectEnd(ended, bench, { status: 4, cause, next: /--resume --rerun-command/ });
      await expectToResume(bench, mirror.address, cache, [...limit, '--resume', '--rerun-command']);
    }));
});

describe.concurrent('a target', () => {
  it('is not written to while another program uses it', () =>
    turn(async () => {
      using bench = new Workbench();
      const made = await bench.install(mirror.address, [], { cache });
      expect(made.status, made.stderr).toBe(0);
      const environment = runningAt({ record: 'start', operation: 'packages', when: 'after' }, [
        'losetup',
        '--find',
        bench.target,
      ]);
      const ended = await bench.install(mirror.address, [], { cache, environment });
      const named = ['--associated', bench.target, '--noheadings', '--output', 'NAME'];
      const loop = execFileSync('losetup', named, { encoding: 'utf8' }).trim();
      execFileSync('losetup', ['--detach', loop]);
      expect(ended.status, ended.stderr).toBe(4);
      expect(ended.stderr).toMatch(new RegExp(`is in use by .*${loop}`));
      expect(ended.stderr).toMatch(/--resume/);
      await expectToResume(bench, mirror.address, cache);
    }));
});
