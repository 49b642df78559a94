/**
 * Tests that a user other than root creates the same image as root, and that a user without enough IDs is
 * refused before the first write.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, pinKey, serveMirror, type Mirror, type MirrorServer } from '@writ/mirror';
import { readImage } from './compare-image.ts';
import { accepts, differences } from './compare.ts';
import { expectEnd, expectNothingLeft } from './faults.ts';
import { canaries, Workbench, type Ended } from './installation.ts';

/** One user with the default subordinate IDs, and one with too few. */
const [user, poor] = [`writ-e2e-${process.pid}`, `writ-e2e-poor-${process.pid}`];
const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-user-'));
const args = ['--seed', '5eed5eed'];
let built: Mirror;
let mirror: MirrorServer;

beforeAll(async () => {
  built = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(built.root);
  for (const name of [user, poor]) execFileSync('useradd', ['--create-home', '--shell', '/bin/sh', name]);
  for (const option of ['uid', 'gid']) {
    const given = execFileSync('sed', ['-n', `s/^${poor}://p`, `/etc/sub${option}`], { encoding: 'utf8' });
    const [first = 0, count = 0] = given.trim().split(':').map(Number);
    execFileSync('usermod', [`--del-sub${option}s`, `${first}-${first + count - 1}`, poor]);
    execFileSync('usermod', [`--add-sub${option}s`, `${first}-${first + 999}`, poor]);
  }
});

afterAll(async () => {
  await mirror?.close();
  for (const name of [user, poor]) execFileSync('userdel', ['--remove', name], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
});

/** Creates the pinned key that a mirror build by the user would create. */
async function pinFor(name: string): Promise<void> {
  await pinKey(built.fingerprint, `/home/${name}/.local/state/writ/mirror-keys`);
  execFileSync('chown', ['-R', `${name}:`, `/home/${name}/.local`]);
}

/** Installs as a user, who owns all files of the workbench. */
async function installAs(name: string, bench: Workbench, more: readonly string[] = []): Promise<Ended> {
  execFileSync('chown', ['-R', `${name}:`, bench.folder]);
  const own = (path: string): string => `${path}/${name}`;
  return bench.install(mirror.address, [...args, ...more], {
    through: ['setpriv', '--reuid', name, '--regid', name, '--init-groups', '--inh-caps', '-all', '--'],
    environment: { HOME: own('/home'), USER: name, WRIT_CACHE: join(bench.folder, 'cache') },
  });
}

describe('a user other than root', () => {
  it('cannot use a mirror that another user built, and neither can root', async () => {
    using bench = new Workbench();
    await expectEnd(await installAs(user, bench), bench, {
      status: 3,
      cause: /is not trusted: it was not created by one of this user's mirror builds/,
      next: /"writ demo-mirror" as the installing user/,
    });
  });

  it('creates the same image as root', async () => {
    // The installations use the same folder one after the other, because the installed system contains its
    // path.
    using bench = new Workbench();
    const ours = await bench.install(mirror.address, args, { cache: join(bench.folder, 'cache') });
    expect(ours.status, ours.stderr).toBe(0);
    const administrators = readImage(bench.target, join(folder, 'ours'));
    rmSync(bench.target);
    await pinFor(user);
    const theirs = await installAs(user, bench);
    expect(theirs.status, theirs.stderr).toBe(0);
    expect(statSync(bench.target).uid).not.toBe(0);
    const image = readImage(bench.target, join(folder, 'theirs'));
    expect(differences(administrators, image)).toEqual([]);
    // If the user had too few IDs, all files would have the same owner.
    expect(image.files.get('/etc/shadow')?.owner).toBe('0:42');
    expect(image.files.get('/home/ada')?.owner).toBe('1000:1000');
    expect(accepts(image, 'ada', canaries.user)).toBe(true);
    await expectNothingLeft(bench);
  });

  it('creates an encrypted image', async () => {
    await pinFor(user);
    const luks = { '!passphrase': 'canary passphrase', 'kdf-memory': 32, 'kdf-rounds': 4 };
    using bench = new Workbench({ 'x-writ': { disk: { luks } } });
    const ended = await installAs(user, bench, ['--image-size', '2560M']);
    expect(ended.status, ended.stderr).toBe(0);
    const { partitiontable } = JSON.parse(
      execFileSync('sfdisk', ['--json', bench.target], { encoding: 'utf8' }),
    ) as { partitiontable: { partitions: { start: number }[] } };
    const part = join(bench.folder, 'root.part');
    const skip = `skip=${partitiontable.partitions[1]!.start / 2048}`;
    execFileSync('dd', [`if=${bench.target}`, `of=${part}`, 'bs=1M', skip, 'status=none']);
    // Fails if the passphrase does not unlock the partition.
    execFileSync('cryptsetup', ['open', '--test-passphrase', '--key-file', '-', part], {
      input: luks['!passphrase'],
    });
  });

  it('cannot install with fewer than 65,536 subordinate IDs, and is shown the command for an administrator', async () => {
    using bench = new Workbench();
    await expectEnd(await installAs(poor, bench), bench, {
      status: 3,
      cause: /needs 65,536 subordinate IDs .*, but this user has 1,000/,
      next: /usermod --add-subuids \d+-\d+ --add-subgids \d+-\d+ /,
    });
  });
});
