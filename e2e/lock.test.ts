/** Tests that `--lock` installs exactly the packages of an earlier installation, or nothing. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, newerMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { readImage, type ImageContent } from './compare-image.ts';
import { Workbench } from './installation.ts';
import { killedAt } from './kill-at.ts';

interface Locked {
  readonly packages: { name: string; version: string; sha256: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-lock-'));
const cache = join(folder, 'cache');
const lock = join(folder, 'packages.lock.json');
let mirror: MirrorServer;
let newer: MirrorServer;
let version: string;
let first: ImageContent;

beforeAll(async () => {
  const built = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(built.root);
  const later = await newerMirror(built, 'sudo', join(folder, 'newer'));
  newer = await serveMirror(later.root);
  version = later.version;
  using bench = new Workbench();
  const run = await bench.install(mirror.address, [], { cache });
  if (run.status !== 0) throw new Error(run.stderr);
  first = readImage(bench.target, join(folder, 'first'));
  writeFileSync(lock, readFileSync(first.copyOf('/var/log/writ/packages.lock.json')));
});

afterAll(async () => {
  await mirror?.close();
  await newer?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Files of the package database, without the installation time. */
function databaseOf(content: ImageContent): [path: string, text: string][] {
  return [...content.files]
    .filter(([path, { sha256 }]) => path.startsWith('/var/lib/pacman/local/') && sha256 !== undefined)
    .map(([path]): [string, string] => [path, readFileSync(content.copyOf(path), 'latin1')])
    .map(([path, text]): [string, string] => [path, text.replace(/^(%INSTALLDATE%\n)\d+$/m, '$1')])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function changedLock(change: (packages: Locked['packages']) => void): string {
  const text = JSON.parse(readFileSync(lock, 'utf8')) as Locked;
  change(text.packages);
  const file = join(mkdtempSync(join(folder, 'changed-')), 'lock.json');
  writeFileSync(file, JSON.stringify(text));
  return file;
}

function expectNothingWritten(bench: Workbench): void {
  expect(readdirSync(bench.folder)).toEqual(['machine.json']);
}

describe.concurrent('the lock of an earlier installation', () => {
  it('makes a new installation use the same packages', async () => {
    using bench = new Workbench();
    const run = await bench.install(mirror.address, ['--lock', lock], { cache });
    expect(run.status, run.stderr).toBe(0);
    const again = databaseOf(readImage(bench.target, join(bench.folder, 'again')));
    expect(again.length).toBeGreaterThan(20);
    expect(again).toEqual(databaseOf(first));
  });

  it('is rejected if the mirror provides a newer package, even if the old file still exists', async () => {
    using bench = new Workbench();
    const run = await bench.install(newer.address, ['--lock', lock], { cache });
    expect(run.status, run.stderr).toBe(3);
    const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as Locked;
    const before = packages.find(({ name }) => name === 'sudo')?.version ?? '';
    expect(before).not.toBe(version);
    expect(run.stderr).toContain(`sudo ${before} (the mirrors have ${version})`);
    expect(run.stderr).toContain('archive.archlinux.org');
    expectNothingWritten(bench);
  });

  it('is rejected if a package has different content', async () => {
    using bench = new Workbench();
    const other = changedLock((packages) => {
      for (const item of packages) if (item.name === 'base') item.sha256 = '0'.repeat(64);
    });
    const run = await bench.install(mirror.address, ['--lock', other], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toMatch(
      /the mirrors do not have the versions in the package lock: base \S+ with different content/,
    );
    expectNothingWritten(bench);
  });

  it('is rejected for a different configuration, and the differences are listed', async () => {
    using bench = new Workbench({ packages: ['tree'], services: [] });
    const run = await bench.install(mirror.address, ['--lock', lock], { cache });
    expect(run.status, run.stderr).toBe(3);
    expect(run.stderr).toContain('it does not list these packages: tree');
    expect(run.stderr).toContain('these packages are not in the plan: openssh');
    expectNothingWritten(bench);
  });

  it('must be passed again when the installation is resumed', async () => {
    using bench = new Workbench();
    const killed = await bench.install(mirror.address, ['--lock', lock], {
      cache,
      environment: killedAt({ record: 'start', operation: 'image-root', when: 'after' }),
    });
    expect(killed.signal).toBe('SIGKILL');
    const other = changedLock((packages) => void packages.pop());
    const refused = await bench.install(mirror.address, ['--resume', '--lock', other], {
      cache,
    });
    expect(refused.status, refused.stderr).toBe(3);
    expect(bench.exists).toBe(false);
    const resumed = await bench.install(mirror.address, ['--resume', '--lock', lock], {
      cache,
    });
    expect(resumed.status, resumed.stderr).toBe(0);
  });
});
