/**
 * Tests that a system built in memory equals one built on the disk, even after kills, and that an installation
 * continues on the disk if the memory is full or its content is lost.
 */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { readImage, type ImageContent } from './compare-image.ts';
import { differences } from './compare.ts';
import { killedAt, type Moment } from './kill-at.ts';
import { canaries, Workbench, type Ended } from './installation.ts';
import {
  expectEqualImage,
  installUninterrupted,
  killEverywhere,
  KILLS_LIMIT,
  seed,
  waitForRelease,
  type Kill,
  type Resumed,
  type Trial,
} from './resume.ts';

/** Runs a program with its owner's rights, which a mount with `nosuid` would prevent. */
const setUserId = [
  'install -m 4755 "$(command -v id)" /usr/bin/id-of-owner',
  '[ "$(su ada -s /bin/sh -c "/usr/bin/id-of-owner -u")" = 0 ]',
].join(' && ');
const bench = new Workbench({
  '!users': { username: 'ada', '!password': canaries.user, sudo: true },
  'custom-commands': [setUserId],
});
const memory = join(bench.folder, 'memory');
/** The tree in memory; the name of its folder depends on the target. */
const tree = join(
  memory,
  `writ-${createHash('sha256').update(bench.target).digest('hex').slice(0, 16)}`,
  'tree',
);
const scratch = mkdtempSync(join(tmpdir(), 'writ-e2e-memory-'));
const cache = join(scratch, 'cache');
const kills: readonly Kill[] = [
  {
    name: 'while packages are unpacked',
    moment: { argument: `${tree}/var/lib/pacman`, when: { says: 'installing linux' } },
    repeats: 'tree',
    retains: [],
  },
  {
    name: 'after the packages are installed',
    moment: { record: 'done', operation: 'packages', when: 'after' },
    retains: ['tree', 'packages'],
  },
  {
    name: 'while the root file system is created',
    moment: { argument: 'mkfs.ext4', when: 60 },
    repeats: 'image-table',
    retains: ['tree', 'packages'],
  },
  {
    name: 'when the tree is removed',
    moment: { argument: '--one-file-system', when: 'after' },
    repeats: 'image-clean',
    retains: ['tree', 'packages', 'image-root'],
  },
  {
    name: 'before the image is renamed',
    moment: { record: 'done', operation: 'image-clean', when: 'after' },
    repeats: 'publish',
    retains: ['tree', 'packages', 'image-root', 'image-clean'],
  },
];
let mirror: MirrorServer;
let image: ImageContent;
let resumptions: ReadonlyMap<Kill, Promise<Resumed>>;

beforeAll(async () => {
  mkdirSync(memory);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=800m,nosuid,nodev', 'tmpfs', memory]);
  const { root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(root);
  const trial: Trial = { bench, mirror: mirror.address, cache, scratch };
  image = await installUninterrupted(trial);
  resumptions = await killEverywhere({ ...trial, memory }, kills, image);
  rmSync(bench.target, { force: true });
}, KILLS_LIMIT);

afterAll(async () => {
  await mirror?.close();
  execFileSync('umount', [memory]);
  bench[Symbol.dispose]();
  rmSync(scratch, { recursive: true, force: true });
});

function install(args: readonly string[], used = bench, moment?: Moment): Promise<Ended> {
  const environment = { WRIT_MEMORY: memory, ...(moment === undefined ? {} : killedAt(moment)) };
  return used.install(mirror.address, ['--seed', seed, ...args], { cache, environment });
}

/** The first operation that ran. */
function firstOf({ events }: Ended): string | undefined {
  return events
    .flatMap((event) => (event.type === 'start' ? [event.id] : []))
    .find((id) => !['install', 'preflight', 'download'].includes(id));
}

const logged = ({ events }: Ended, text: string): boolean =>
  events.some((event) => event.type === 'log' && event.text.includes(text));

it('a system built in memory equals one built on the disk, and the memory is freed', async () => {
  const ended = await install([]);
  expect(ended.status, ended.stderr).toBe(0);
  expect(logged(ended, 'is built in memory')).toBe(true);
  expect(readdirSync(memory)).toEqual([]);
  expect(differences(image, readImage(bench.target, join(scratch, 'in-memory')))).toEqual([]);
  rmSync(bench.target);
});

describe('an installation in memory creates the same image when killed', () => {
  it.each(kills.map((kill) => [kill.name, kill] as const))('%s', async (_name, kill) => {
    await expectEqualImage(kill, resumptions.get(kill));
  });
});

it('a resumed installation starts over if memory has lost the system', async () => {
  const killed = await install([], bench, { record: 'done', operation: 'packages', when: 'after' });
  expect(killed.signal, killed.stderr).toBe('SIGKILL');
  await waitForRelease(bench.target);
  expect(readdirSync(memory)).toHaveLength(1);
  for (const name of readdirSync(memory)) rmSync(join(memory, name), { recursive: true });
  const resumed = await install(['--resume']);
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(firstOf(resumed)).toBe('tree');
  expect(logged(resumed, 'and is gone; starting with the first step')).toBe(true);
  expect(readdirSync(memory)).toEqual([]);
  rmSync(bench.target);
});

it('an installation that fills the memory starts over on the disk when it is resumed', async () => {
  using large = new Workbench({
    'custom-commands': ['head -c 900M /dev/zero > /large && rm /large'],
  });
  const failed = await install([], large);
  expect(failed.status, failed.stderr).toBe(4);
  expect(failed.stderr).toContain('The system is built in memory, which is full');
  const resumed = await install(['--resume'], large);
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(firstOf(resumed)).toBe('tree');
  expect(logged(resumed, 'is built in memory')).toBe(false);
  expect(readdirSync(memory)).toEqual([]);
});

it('a system that does not fit into memory is built on the disk', async () => {
  using other = new Workbench();
  execFileSync('mount', ['-o', 'remount,size=300m', memory]);
  try {
    const ended = await install([], other);
    expect(ended.status, ended.stderr).toBe(0);
    expect(logged(ended, 'is built in memory')).toBe(false);
  } finally {
    execFileSync('mount', ['-o', 'remount,size=800m', memory]);
  }
});
