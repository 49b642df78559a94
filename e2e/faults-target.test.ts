/**
 * Tests that refused targets remain unchanged, and that Writ's own images are replaced completely or not at
 * all.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canaries, Workbench } from './installation.ts';
import { killedAt } from './kill-at.ts';
import { count } from './scan.ts';
import { sharedMirror } from './shared-mirror.ts';

const { mirror, cache } = sharedMirror();

/** Checks that an image has a valid partition table, clean file systems and the configured content. */
async function expectComplete(bench: Workbench): Promise<void> {
  const table = JSON.parse(execFileSync('sfdisk', ['--json', bench.target], { encoding: 'utf8' })) as {
    partitiontable: { partitions: { start: number }[] };
  };
  const [esp, system] = table.partitiontable.partitions;
  const at = (path: string): string =>
    execFileSync('debugfs', ['-R', `cat ${path}`, `${bench.target}?offset=${system!.start * 512}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  execFileSync('e2fsck', ['-fn', `${bench.target}?offset=${system!.start * 512}`], { stdio: 'ignore' });
  expect(at('/etc/hostname')).toBe('demonstration\n');
  expect(at('/etc/motd')).toBe('installed by Writ\n');
  expect(at('/etc/shadow')).toMatch(/^root:\$.*^ada:\$/ms);
  const boot = execFileSync('mdir', ['-/', '-b', '-i', `${bench.target}@@${esp!.start * 512}`], {
    encoding: 'utf8',
  });
  expect(boot).toContain('/EFI/BOOT/BOOTX64.EFI');
  expect(boot).toContain('/initramfs-linux.img');
  expect(await count(bench.target, Object.values(canaries))).toBe(0);
}

describe('without writing to the target, an installation', () => {
  const nothingWritten = (bench: Workbench): string[] =>
    readdirSync(bench.folder).filter((name) => name.endsWith('.img'));

  it('is refused because the target is too small', async () => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, ['--image-size', '300M'], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(nothingWritten(bench)).toEqual([]);
  });

  it.each([
    ['contains a colon', 'a:b', 'its path contains a colon'],
    ['is too long', 'a'.repeat(90), 'bytes too long'],
  ])('is refused because the path of the package cache %s', async (_what, name, reason) => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, [], { cache: join(bench.folder, name) });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain(reason);
    expect(run.stderr).toContain('WRIT_CACHE');
    expect(nothingWritten(bench)).toEqual([]);
  });

  it('is refused because of a foreign file, which remains unchanged', async () => {
    using bench = new Workbench();
    writeFileSync(bench.target, 'thesis');
    const before = statSync(bench.target);
    const run = await bench.install(mirror.address, [], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('--wipe');
    expect(await count(bench.target, ['thesis'])).toBe(1);
    expect(statSync(bench.target).mtimeMs).toBe(before.mtimeMs);
  });

  it('is refused because of a foreign folder in place of the staging folder, which remains unchanged', async () => {
    using bench = new Workbench();
    const photo = `${bench.target}.writ/tree/photo`;
    mkdirSync(`${bench.target}.writ/tree`, { recursive: true });
    writeFileSync(photo, 'of the family');
    const run = await bench.install(mirror.address, ['--wipe'], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('disk.img.writ exists and was not created by Writ');
    expect(await count(photo, ['of the family'])).toBe(1);
    expect(bench.exists).toBe(false);
  });

  it('is refused because the target is in use', async () => {
    using bench = new Workbench();
    execFileSync('truncate', ['-s', '16M', bench.target]);
    const loop = execFileSync('losetup', ['--find', '--show', bench.target], { encoding: 'utf8' }).trim();
    try {
      const run = await bench.install(mirror.address, ['--wipe'], { cache });
      expect(run.status, run.stderr).toBe(3);
      expect(run.stderr).toContain(loop);
    } finally {
      execFileSync('losetup', ['--detach', loop]);
    }
  });

  it('only plans with the option --dry-run', async () => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, ['--dry-run'], { cache });
    expect(run.status, run.stderr).toBe(0);
    expect(readdirSync(bench.folder)).toEqual(['machine.json']);
  });
});

describe('a second run', () => {
  it('does not replace an image that Writ created until the new image is complete', async () => {
    using bench = new Workbench();
    const made = await bench.install(mirror.address, [], { cache });
    expect(made.status, made.stderr).toBe(0);
    const first = statSync(bench.target).ino;
    const killed = await bench.install(mirror.address, [], {
      cache,
      environment: killedAt({ argument: 'mkfs.ext4', when: 50 }),
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(statSync(bench.target).ino).toBe(first);
    await expectComplete(bench);
    expect((await bench.install(mirror.address, ['--resume'], { cache })).status).toBe(0);
    expect(statSync(bench.target).ino).not.toBe(first);
    await expectComplete(bench);
  });
});
