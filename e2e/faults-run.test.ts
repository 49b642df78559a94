/** What goes wrong on the machine itself: how it ends, what it says, and that it can go on. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveMirror, slow } from '@writ/mirror';
import { expectEnd, expectToGoOn, turns, whenStarted } from './faults.ts';
import { Workbench, type Ended } from './installation.ts';
import { sharedMirror } from './shared-mirror.ts';

const turn = turns(2);
const { mirror, cache } = sharedMirror({ warm: true });

const MIB = 2 ** 20;

/**
 * A small file system that lies over a folder until the test ends; it can be filled until so many MiB are left.
 */
function small(
  folder: string,
  size: string,
): Disposable & { fill(left?: number): void; clear(): Promise<void> } {
  const filler = join(folder, 'filler');
  let filling: Promise<unknown> | undefined;
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'writ-e2e', folder]);
  return {
    fill: (left = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      // With nothing left it writes until there is no more: what runs in there takes room in the same moment.
      const count = left === 0 ? [] : [`count=${Math.floor((bavail * bsize) / MIB) - left}`];
      // Not here: other tests would miss the moments they wait for.
      const program = ['if=/dev/zero', `of=${filler}`, 'bs=1M', ...count];
      filling = once(spawn('dd', program, { stdio: 'ignore' }), 'exit');
    },
    clear: async () => {
      await filling;
      rmSync(filler);
    },
    // Whatever still runs in there must not keep the test from ending.
    [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

/** A workbench whose folder is a small file system. */
function smallBench(size: string): Workbench & { disk: ReturnType<typeof small> } {
  const bench = new Workbench();
  const config = readFileSync(bench.config);
  const disk = small(bench.folder, size);
  writeFileSync(bench.config, config, { mode: 0o600 });
  return Object.assign(bench, { disk });
}

/** The step that failed. */
function failed({ events }: Ended): string | undefined {
  return events.find((event) => event.type === 'failure')?.id;
}

describe.concurrent('a disk without room', () => {
  it('is found before the first write', () =>
    turn(async () => {
      using bench = smallBench('100M');
      using _disk = bench.disk;
      const ended = await bench.install(mirror.address, [], { cache, watch: false });
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toMatch(/no-room: .* free, and .* are needed/);
      expect(ended.stderr).toMatch(/make room/);
      expect(bench.exists).toBe(false);
    }));

  it.each<[string, string, number]>([
    ['while packages are installed', 'packages', 0],
    // Enough for all that is written before the image is made: that is done too fast to be raced with.
    ['before the image is made', 'fstab', 64],
  ])('that fills up %s ends with 4, and goes on when there is room', (_when, id, left) =>
    turn(async () => {
      using bench = smallBench('900M');
      using disk = bench.disk;
      const onEvent = whenStarted(id, () => disk.fill(left));
      const ended = await bench.install(mirror.address, [], { cache, onEvent, watch: false });
      expect(ended.status, ended.stderr).toBe(4);
      expect(ended.stderr).toMatch(
        /no space left|not enough free|write error|write failed|could not extract/i,
      );
      expect(ended.stderr).toContain('Make room on the disk, then run the same command with --resume.');
      expect(failed(ended)?.startsWith('image-')).toBe(left > 0);
      expect(bench.exists).toBe(false);
      await disk.clear();
      const again = await bench.install(mirror.address, ['--resume'], { cache, watch: false });
      expect(again.status, again.stderr).toBe(0);
    }),
  );

  it('below the cache ends with 3, when it is small and when it fills up', () =>
    turn(async () => {
      using bench = new Workbench();
      const own = join(bench.folder, 'cache');
      mkdirSync(own);
      {
        using _disk = small(own, '20M');
        const ended = await bench.install(mirror.address, [], { cache: own, watch: false });
        expect(ended.status, ended.stderr).toBe(3);
        expect(ended.stderr).toMatch(/cache.* free, and .* are needed/s);
      }
      using disk = small(own, '200M');
      const onEvent = whenStarted('download', () => disk.fill());
      const slowed = await serveMirror(mirror.root, { tamper: slow(20_000_000) });
      const ended = await bench.install(slowed.address, [], { cache: own, onEvent, watch: false });
      await slowed.close();
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toMatch(/Failure writing output|no space left|not enough free/i);
      expect(ended.stderr).toMatch(/make room below the package cache/);
      await disk.clear();
    }));
});

describe.concurrent('a program', () => {
  it('that is missing is named with its package, before the first write', () =>
    turn(async () => {
      using bench = new Workbench();
      const hide = 'mount --bind /dev/null "$1"; shift; exec "$@"';
      const mdir = execFileSync('which', ['mdir'], { encoding: 'utf8' }).trim();
      const real = execFileSync('readlink', ['-f', mdir], { encoding: 'utf8' }).trim();
      const through = ['unshare', '--mount', '--', 'sh', '-euc', hide, 'sh', real];
      const ended = await bench.install(mirror.address, [], { cache, through, watch: false });
      await expectEnd(ended, bench, {
        status: 3,
        cause: /not on this machine: .*mdir/,
        next: /apt install mtools/,
      });
    }));
});

describe.concurrent('a custom command', () => {
  it.each<[string, string, RegExp]>([
    ['fails', 'echo one two; sleep 1000 & exit 7', /bash ended with status 7[\s\S]*\| one two/],
    ['is killed', 'kill -9 $$', /bash was ended by SIGKILL/],
  ])('that %s ends with 4, leaves nothing running, and is run again when told to', (_how, text, cause) =>
    turn(async () => {
      const firstTime = `test -e /root/once || { touch /root/once; ${text}; }`;
      using bench = new Workbench({ 'custom-commands': ['true', firstTime, 'true', 'true'] });
      const ended = await bench.install(mirror.address, [], { cache, watch: false });
      const next = /--resume --rerun-command; .* Not run: custom command 3, 4\./;
      await expectEnd(ended, bench, { status: 4, cause, next });
      const unasked = await bench.install(mirror.address, ['--resume'], { cache, watch: false });
      await expectEnd(unasked, bench, { status: 4, cause: /may have done its work already/, next });
      await expectToGoOn(bench, mirror.address, cache, ['--resume', '--rerun-command']);
    }),
  );

  it('that hangs is ended when its time is over', () =>
    turn(async () => {
      const firstTime = 'test -e /root/once || { touch /root/once; sleep 1000; }';
      using bench = new Workbench({ 'custom-commands': [firstTime] });
      const limit = ['--command-limit', '2s'];
      const ended = await bench.install(mirror.address, limit, { cache, watch: false });
      const cause = /bash was stopped because it took longer than 2 seconds/;
      await expectEnd(ended, bench, { status: 4, cause, next: /--resume --rerun-command/ });
      await expectToGoOn(bench, mirror.address, cache, [...limit, '--resume', '--rerun-command']);
    }));
});

describe.concurrent('a target', () => {
  it('that somebody begins to use is not written to, and is when it is free again', () =>
    turn(async () => {
      using bench = new Workbench();
      const made = await bench.install(mirror.address, [], { cache, watch: false });
      expect(made.status, made.stderr).toBe(0);
      let loop = '';
      const onEvent = whenStarted('packages', () => {
        loop = execFileSync('losetup', ['--find', '--show', bench.target], { encoding: 'utf8' }).trim();
      });
      const ended = await bench.install(mirror.address, [], { cache, onEvent, watch: false });
      execFileSync('losetup', ['--detach', loop]);
      expect(ended.status, ended.stderr).toBe(4);
      expect(ended.stderr).toMatch(new RegExp(`is in use by .*${loop}`));
      expect(ended.stderr).toMatch(/--resume/);
      await expectToGoOn(bench, mirror.address, cache);
    }));
});
