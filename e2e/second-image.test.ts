/**
 * Tests two images from one configuration. The second image contains /home, and Writ renames both to their
 * final names only when both are complete.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canaries, Workbench, type Ended, type Run } from './installation.ts';
import { Hold, killedAt, type Moment } from './kill-at.ts';
import { count } from './scan.ts';
import { sharedMirror } from './shared-mirror.ts';

const MIB = 1024 * 1024;
const { mirror, cache } = sharedMirror();

function install(bench: Workbench, args: readonly string[] = [], options: Run = {}): Promise<Ended> {
  const both = ['--target', bench.second, '--image-size', '2G', ...args];
  return bench.install(mirror.address, both, { cache, ...options });
}

const debugfs = (image: string, start: number, command: string): string =>
  execFileSync('debugfs', ['-R', command, `${image}?offset=${start}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

async function expectComplete(bench: Workbench): Promise<void> {
  const { target, second } = bench;
  for (const image of [target, second]) execFileSync('sfdisk', ['--verify', '--quiet', image]);
  execFileSync('e2fsck', ['-f', '-n', `${second}?offset=${MIB}`], { stdio: 'ignore' });
  expect(debugfs(second, MIB, 'stat /ada')).toMatch(/User: +1000 +Group: +1000/);
  const system = 1025 * MIB;
  expect(debugfs(target, system, 'stat /home/ada')).toBe('');
  expect(debugfs(target, system, 'stat /home')).toContain('Type: directory');
  const id = execFileSync('blkid', ['-p', '-O', String(MIB), '-s', 'UUID', '-o', 'value', second], {
    encoding: 'utf8',
  }).trim();
  expect(debugfs(target, system, 'cat /etc/fstab')).toContain(`UUID=${id} /home ext4 rw,relatime 0 2\n`);
  expect(readdirSync(bench.folder).toSorted()).toEqual(['disk.img', 'machine.json', 'second.img']);
  for (const image of [target, second]) expect(await count(image, Object.values(canaries))).toBe(0);
}

describe('a second image', () => {
  it('is created next to the first image', async () => {
    using bench = new Workbench();
    const ended = await install(bench);
    expect(ended.status, ended.stderr).toBe(0);
    await expectComplete(bench);
  });

  it.each<[string, Moment, readonly string[]]>([
    ['while its file system is checked', { argument: 'e2fsck', when: 'before' }, []],
    [
      'before both images are flushed to the disk',
      { record: 'start', operation: 'images-complete', when: 'after' },
      [],
    ],
    ['before it is renamed to its final name', { argument: 'mv', when: 'before' }, []],
    ['after it was renamed to its final name', { argument: 'mv', when: 'after' }, ['second.img']],
    [
      'before the first image is renamed to its final name',
      { record: 'start', operation: 'publish', when: 'after' },
      ['second.img'],
    ],
  ])('is resumed after a kill %s', async (_when, moment, named) => {
    using bench = new Workbench();
    const killed = await install(bench, [], { environment: killedAt(moment) });
    expect(killed.signal).toBe('SIGKILL');
    const images = readdirSync(bench.folder).filter((name) => name.endsWith('.img'));
    expect(images).toEqual(named);
    const again = await install(bench, ['--resume']);
    expect(again.status, again.stderr).toBe(0);
    await expectComplete(bench);
  });

  it('is refused, like the first image, while another installation creates it, and both remain unchanged', async () => {
    using bench = new Workbench();
    using other = new Workbench();
    using hold = new Hold({ record: 'start', operation: 'packages', when: 'after' });
    const going = install(bench, [], { environment: hold.environment });
    await hold.reached(going);
    const twice = ['--target', bench.second, '--image-size', '2G'];
    const why = await other.install(mirror.address, twice, { cache });
    hold.release();
    const ended = await going;
    expect(why.status, why.stderr).toBe(3);
    expect(why.stderr).toMatch(/W1603 target-in-use: another installation to \S+second\.img is running/);
    expect(readdirSync(other.folder)).toEqual(['machine.json']);
    expect(ended.status, ended.stderr).toBe(0);
    await expectComplete(bench);
  });

  it('is refused if its path belongs to a file that Writ did not create', async () => {
    using bench = new Workbench();
    writeFileSync(bench.second, 'thesis');
    const ended = await install(bench);
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('W1602 target-not-ours');
    expect([existsSync(bench.target), await count(bench.second, ['thesis'])]).toEqual([false, 1]);
  });
});
