/**
 * Tests a full system with its own package manager and keyring and a slow initramfs. The installation is
 * killed during the download, the build of the initramfs and the creation of a file system, and resumed each time.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, serveMirror, type Mirror, type MirrorServer } from '@writ/mirror';
import type { ImageContent } from './compare-image.ts';
import { trustedKeys } from './compare.ts';
import { canaries, Workbench } from './installation.ts';
import { serveThirdParty } from './third-party.ts';
import {
  expectEqualImage,
  killEverywhere,
  installUninterrupted,
  KILLS_LIMIT,
  type Kill,
  type Resumed,
} from './resume.ts';

const keyFolder = mkdtempSync(join(tmpdir(), 'writ-'));
const repository = await serveThirdParty(join(keyFolder, 'r'), 'ada:canary-login-4c81e7');
const bench = new Workbench({
  'x-writ': { repositories: [repository.entry] },
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
}, KILLS_LIMIT);

afterAll(async () => {
  await server?.close();
  await repository.close();
  rmSync(keyFolder, { recursive: true, force: true });
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

  it('creates an image with a keyring that trusts only the keys of its packages', () => {
    const trusted = trustedKeys(image.copyOf('/etc/pacman.d/gnupg'));
    expect(trusted).toHaveLength(2);
    for (const fingerprint of [mirror.fingerprint, repository.fingerprint])
      expect(trusted).toContainEqual(expect.stringContaining(fingerprint));
  });

  it('lists the third-party repository last in pacman.conf, without its login', () => {
    const conf = readFileSync(image.copyOf('/etc/pacman.conf'), 'utf8');
    expect(
      conf.trimEnd().endsWith(`
[${repository.name}]
SigLevel = Required DatabaseRequired
# This server requires a login, which is not stored here.
Server = ${repository.address}`),
    ).toBe(true);
    expect(conf).not.toContain('canary-login');
  });
});
