/**
 * Tests a full system with its own package manager and keyring and a slow initramfs. The installation is
 * killed during the download, the build of the initramfs and the creation of a file system, and resumed each time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, serveMirror, type Mirror, type MirrorServer } from '@writ/mirror';
import type { ImageContent } from './compare-image.ts';
import { trustedKeys } from './compare.ts';
import { canaries, Workbench } from './installation.ts';
import { expectEqualImage, killEverywhere, installUninterrupted, type Kill, type Resumed } from './resume.ts';

const bench = new Workbench({
  '!users': { username: 'ada', '!password': canaries.user, sudo: true },
});
const kills: readonly Kill[] = [
  { name: 'when killed during the download', moment: { argument: '-Sw', when: 250 }, retains: [] },
  {
    name: 'when killed while the initramfs is built',
    moment: { argument: '/usr/share/libalpm/scripts/mkinitcpio', when: 1000 },
    repeats: 'initramfs-linux',
    retains: ['tree', 'packages'],
  },
  {
    name: 'when killed while the root file system is created',
    moment: { argument: 'mkfs.ext4', when: 300 },
    repeats: 'image-table',
    retains: ['tree', 'packages'],
  },
];
const scratch = mkdtempSync(join(tmpdir(), 'writ-e2e-resume-'));
let mirror: Mirror;
let server: MirrorServer;
let image: ImageContent;
let resumptions: ReadonlyMap<Kill, Promise<Resumed>>;

beforeAll(async () => {
  mirror = await buildMirror({ set: 'full', log: (line) => console.log(line) });
  server = await serveMirror(mirror.root);
  const trial = { bench, mirror: server.address, cache: join(scratch, 'cache'), scratch };
  image = await installUninterrupted(trial);
  rmSync(join(trial.cache, 'packages'), { recursive: true });
  resumptions = await killEverywhere(trial, kills, image);
});

afterAll(async () => {
  await server?.close();
  bench[Symbol.dispose]();
  rmSync(scratch, { recursive: true, force: true });
});

describe('an installation of a full system that was killed and resumed', () => {
  it.each(kills.map((kill) => [kill.name, kill] as const))(
    'creates the same image %s',
    async (_name, kill) => {
      await expectEqualImage(kill, resumptions.get(kill));
    },
  );

  it('creates an image with a keyring that trusts the key of its packages', () => {
    expect(trustedKeys(image.copyOf('/etc/pacman.d/gnupg'))).toEqual([
      expect.stringContaining(mirror.fingerprint),
    ]);
  });
});
