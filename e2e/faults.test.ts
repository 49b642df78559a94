/** What can go wrong does: each ends with the decided status, says why, leaves nothing behind, and can go on. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { canaries, count, Workbench } from './installation.ts';

let root: string;
let mirror: MirrorServer;
/** Downloads are shared by the runs that do not test them. */
const cache = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));

beforeAll(async () => {
  ({ root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) }));
  mirror = await serveMirror(root);
});

afterAll(async () => {
  await mirror?.close();
  rmSync(cache, { recursive: true, force: true });
});

/** Kills the run a moment after the operation began, or at once. */
function killAt(id: string, signal: NodeJS.Signals, after: number) {
  return (event: InstallEvent, kill: (signal: NodeJS.Signals) => void): void => {
    if (event.type === 'start' && event.id === id) setTimeout(() => kill(signal), after);
  };
}

async function expectNothingLeft(bench: Workbench): Promise<void> {
  expect(bench.mounts).toEqual([]);
  // What a killed run had started dies with it, but not in the same instant.
  await expect.poll(() => bench.processes, { timeout: 5000 }).toEqual([]);
  expect(bench.leaks).toEqual([]);
}

/** A complete image: its partition table is whole, its file systems clean, what the configuration asks for is in it. */
function expectComplete(bench: Workbench): void {
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
  expect(count(bench.target, Object.values(canaries))).toBe(0);
}

describe('an interrupted installation', () => {
  it.each<[string, string, NodeJS.Signals, number]>([
    ['while packages are installed', 'packages', 'SIGINT', 400],
    ['while packages are installed', 'packages', 'SIGKILL', 400],
    ['while packages are installed', 'packages', 'SIGTERM', 0],
    ['while the root file system is made', 'image-root', 'SIGKILL', 50],
  ])('%s (%s, %s) goes on with --resume', async (_when, id, signal, after) => {
    using bench = new Workbench();
    const killed = await bench.install(mirror.address, [], { cache, onEvent: killAt(id, signal, after) });
    if (signal === 'SIGKILL') expect(killed.signal).toBe('SIGKILL');
    else expect(killed.status, killed.stderr).toBe(130);
    expect(bench.exists).toBe(false);
    await expectNothingLeft(bench);

    const again = await bench.install(mirror.address, ['--resume'], { cache });
    expect(again.status, again.stderr).toBe(0);
    expectComplete(bench);
    await expectNothingLeft(bench);
    const ran = again.events.flatMap((event) => (event.type === 'start' ? [event.id] : []));
    if (id === 'image-root') expect(ran).not.toContain('packages');
  });

  it('while packages are downloaded keeps what was downloaded', async () => {
    using bench = new Workbench();
    const own = join(bench.folder, 'cache');
    const killed = await bench.install(mirror.address, [], {
      cache: own,
      onEvent: killAt('download', 'SIGKILL', 150),
    });
    expect(killed.signal).toBe('SIGKILL');
    const again = await bench.install(mirror.address, ['--resume'], { cache: own });
    expect(again.status, again.stderr).toBe(0);
    expectComplete(bench);
  });

  it('is not continued with another configuration', async () => {
    using bench = new Workbench();
    await bench.install(mirror.address, [], { cache, onEvent: killAt('packages', 'SIGKILL', 200) });
    using other = new Workbench({ hostname: 'another' });
    copyFileSync(other.config, bench.config);
    const again = await bench.install(mirror.address, ['--resume'], { cache });
    expect(again.status, again.stderr).toBe(3);
    expect(bench.exists).toBe(false);
  });
});

describe('refused before the first write', () => {
  const nothingWritten = (bench: Workbench): string[] =>
    readdirSync(bench.folder).filter((name) => name.endsWith('.img'));

  it.each(['127.0.0.1:9', 'no-such-host.invalid'])('a mirror that does not answer: %s', async (host) => {
    using bench = new Workbench();
    const run = await bench.install(`http://${host}/$repo/os/$arch`);
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain(host);
    expect(nothingWritten(bench)).toEqual([]);
  });

  it('a mirror that dies half-way', async () => {
    using bench = new Workbench();
    const dying = await serveMirror(root, {
      tamper: (path, _request, response) => {
        if (!path.includes('.pkg.tar.')) return false;
        response.destroy();
        return true;
      },
    });
    const run = await bench.install(dying.address, [], { cache: join(bench.folder, 'cache') });
    await dying.close();
    expect(run.status, run.stderr).toBe(3);
    expect(nothingWritten(bench)).toEqual([]);
    await expectNothingLeft(bench);
  });

  it('a package and a service that the mirror does not have, both at once', async () => {
    using bench = new Workbench({
      packages: ['openssh', 'no-such-package'],
      services: ['sshd', 'no-such-service'],
    });
    const run = await bench.install(mirror.address, [], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('no-such-package');
    expect(run.stderr).toContain('no-such-service');
    expect(nothingWritten(bench)).toEqual([]);
  });

  it('a target that is too small', async () => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, ['--image-size', '300M'], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(nothingWritten(bench)).toEqual([]);
  });

  it('a file that is not ours, which stays as it is', async () => {
    using bench = new Workbench();
    writeFileSync(bench.target, 'thesis');
    const before = statSync(bench.target);
    const run = await bench.install(mirror.address, [], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('--wipe');
    expect(count(bench.target, ['thesis'])).toBe(1);
    expect(statSync(bench.target).mtimeMs).toBe(before.mtimeMs);
  });

  it("a folder of somebody else's where the image would be built, which stays as it is", async () => {
    using bench = new Workbench();
    const photo = `${bench.target}.writ/tree/photo`;
    mkdirSync(`${bench.target}.writ/tree`, { recursive: true });
    writeFileSync(photo, 'of the family');
    const run = await bench.install(mirror.address, ['--wipe'], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('disk.img.writ is in the way');
    expect(count(photo, ['of the family'])).toBe(1);
    expect(bench.exists).toBe(false);
  });

  it('a target that is in use', async () => {
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

  it('nothing at all with --dry-run', async () => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, ['--dry-run'], { cache });
    expect(run.status, run.stderr).toBe(0);
    expect(readdirSync(bench.folder)).toEqual(['machine.json']);
  });
});

describe('a second run', () => {
  it('replaces an image that Writ made, and keeps the old one until the new one is complete', async () => {
    using bench = new Workbench();
    const made = await bench.install(mirror.address, [], { cache });
    expect(made.status, made.stderr).toBe(0);
    const first = statSync(bench.target).ino;
    const killed = await bench.install(mirror.address, [], {
      cache,
      onEvent: killAt('image-root', 'SIGKILL', 50),
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(statSync(bench.target).ino).toBe(first);
    expectComplete(bench);
    expect((await bench.install(mirror.address, ['--resume'], { cache })).status).toBe(0);
    expect(statSync(bench.target).ino).not.toBe(first);
    expectComplete(bench);
  });
});
