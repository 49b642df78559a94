/** Tests that a killed and resumed installation creates the same image as an uninterrupted one. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '@writ/installer';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { canaries, Workbench } from './installation.ts';
import type { Moment } from './kill-at.ts';
import { MemoryFolder } from './memory-folder.ts';
import {
  describeEffect,
  expectEqualImage,
  killEverywhere,
  plannedOperations,
  installUninterrupted,
  KILLS_LIMIT,
  type Kill,
  type Resumed,
} from './resume.ts';

/** Contains the unfinished installations, their images and all copies, which need up to 1.1 GB at a time. */
const memory = new MemoryFolder('4g');

/**
 * A configuration with every kind of step that works with the tiny mirror. Its custom commands can run twice,
 * because a resumed run may repeat them. Most runs generate its locale, which takes a fifth of the processor time of
 * one with UTF-8.
 */
const bench = new Workbench(
  {
    'sys-language': 'en_US.ISO-8859-1',
    'keyboard-language': 'de',
    ntp: true,
    packages: ['openssh', 'tree'],
    network_config: {
      type: 'manual',
      nics: [{ iface: 'ens3', ip: '10.0.2.15/24', gateway: '10.0.2.2', dns: ['10.0.2.3'] }],
    },
    '!users': [{ username: 'ada', '!password': canaries.user, sudo: true }, { username: 'bob' }],
    'x-writ': {
      accounts: {
        ada: {
          'full-name': 'Ada Lovelace',
          groups: ['writers'],
          'home-mode': '0750',
          'authorized-keys': [
            'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada',
          ],
        },
      },
    },
    'custom-commands': ["echo 'installed by Writ' > /etc/motd", 'mkdir -p /srv/data && chown ada: /srv/data'],
  },
  memory.path,
);
const staging = `${bench.target}.writ`;

/**
 * Moments within operations: during unpacking, hooks and the creation of file systems, and around the
 * renaming.
 */
const inside: Readonly<Record<string, readonly Moment[]>> = {
  packages: [
    { argument: `${staging}/tree/var/lib/pacman`, when: { says: 'installing linux' } },
    { argument: `${staging}/tree/var/lib/pacman`, when: { says: 'Running post-transaction hooks' } },
  ],
  'initramfs-linux': [
    { argument: '/usr/share/libalpm/scripts/mkinitcpio', when: 60 },
    { argument: '/usr/share/libalpm/scripts/mkinitcpio', when: 'after' },
  ],
  locale: [{ argument: 'locale-gen', when: 60 }],
  'user-ada': [
    { argument: 'useradd', when: 60 },
    { argument: 'useradd', when: 'after' },
  ],
  'home-ada': [{ argument: 'chown', when: 'after' }],
  'password-ada': [{ argument: 'chpasswd', when: 50 }],
  services: [{ argument: 'enable', when: 60 }],
  'image-table': [{ argument: 'truncate', when: 'after' }],
  'image-esp': [
    { argument: 'mkfs.vfat', when: 'after' },
    { argument: 'mcopy', when: 10 },
  ],
  'image-root': [
    { argument: 'mkfs.ext4', when: 60 },
    { argument: 'e2fsck', when: 'before' },
  ],
  'image-clean': [{ argument: '--one-file-system', when: 40 }],
  publish: [
    { argument: 'mv', when: 'before' },
    { argument: 'mv', when: 'after' },
  ],
};

const scratch = mkdtempSync(join(memory.path, 'writ-e2e-resume-'));
const kills = killsOf(await plannedOperations(bench));
let mirror: MirrorServer;
let resumptions: ReadonlyMap<Kill, Promise<Resumed>>;

beforeAll(async () => {
  const { root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(root);
  const trial = { bench, mirror: mirror.address, cache: join(scratch, 'cache'), scratch };
  resumptions = await killEverywhere(trial, kills, await installUninterrupted(trial));
}, KILLS_LIMIT);

afterAll(async () => {
  await mirror?.close();
  memory[Symbol.dispose]();
});

/**
 * Lists the kills: around every journal record, and in the middle of long operations. If an earlier operation has an
 * equal effect, the only kill is the one before the end of the operation is recorded, unless WRIT_KILLS is `all`.
 */
function killsOf(operations: readonly Operation[]): Kill[] {
  const dependencies = new Map<string, readonly string[]>();
  for (const { id, after } of operations) {
    // The download is not among the operations.
    const known = after.filter((earlier) => dependencies.has(earlier));
    dependencies.set(id, [...new Set(known.flatMap((earlier) => [...dependencies.get(earlier)!, earlier]))]);
  }
  const isFork = (id: string): boolean => operations.filter(({ after }) => after.includes(id)).length > 1;
  const dependOn = (id: string, earlier: string): boolean => dependencies.get(id)?.includes(earlier) === true;
  /**
   * Operations that a resumed run repeats because an operation that ran at the same time as `id` restarts from them.
   */
  const discardedBeside = (id: string): string[] =>
    operations.flatMap(({ id: other, undo }) => {
      const isParallel = other !== id && !dependOn(other, id) && !dependOn(id, other);
      if (!isParallel || undo.kind !== 'again-from') return [];
      return [undo.from, ...[...dependencies.keys()].filter((each) => dependOn(each, undo.from))];
    });
  const effects = new Set<string>();
  return operations.flatMap((operation) => {
    const { id, undo } = operation;
    const effect = describeEffect(operation);
    const isFirst = !effects.has(effect) || isFork(id) || process.env['WRIT_KILLS'] === 'all';
    effects.add(effect);
    const before = dependencies.get(id) ?? [];
    const discarded = new Set(discardedBeside(id));
    const within = { operation: id, fork: before.findLast(isFork) };
    // An interrupted operation is repeated, or the run restarts at an earlier operation.
    const repeats = undo.kind === 'again-from' ? undo.from : id;
    const half = { repeats, retains: dependencies.get(repeats) ?? [], asks: undo.kind === 'ask', within };
    const record = (kind: 'start' | 'done', when: 'before' | 'after') =>
      ({ record: kind, operation: id, when }) as const;
    const beforeEnd = {
      name: `before the end of ${id} is recorded`,
      moment: record('done', 'before'),
      ...half,
    };
    if (!isFirst && inside[id] === undefined) return [beforeEnd];
    return [
      { name: `after the start of ${id} is recorded`, moment: record('start', 'after'), ...half },
      ...(inside[id] ?? []).map((moment) => ({
        name: `during ${id}: ${JSON.stringify(moment)}`,
        moment,
        ...half,
      })),
      beforeEnd,
      {
        name: `after the end of ${id} is recorded`,
        moment: record('done', 'after'),
        retains: [...before, id].filter((one) => !discarded.has(one)),
        within,
        isFork: isFork(id),
      },
    ];
  });
}

describe('an installation that was killed and resumed', () => {
  it.each(kills.map((kill) => [kill.name, kill] as const))(
    'creates the same image if it was killed %s',
    async (_name, kill) => {
      await expectEqualImage(kill, resumptions.get(kill));
    },
  );

  it('was killed at all listed moments within operations', () => {
    for (const id of Object.keys(inside))
      expect(kills.map(({ name }) => name).join('\n')).toContain(`during ${id}: `);
  });
});
