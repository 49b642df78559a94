import { chmod, chown, link, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { fingerprint, keyFiles, startServer, createPinFolder, serveFiles } from './testing.ts';
import { isLocal, resolveTrust } from './trust.ts';

/** A closed port. */
const dead = 'http://127.0.0.1:9/$repo/os/$arch';

it.each([
  ['http://127.0.0.1:7879/$repo/os/$arch', true],
  ['http://127.8.9.1/$repo/os/$arch', true],
  ['http://[::1]:80/$repo/os/$arch', true],
  ['http://localhost/$repo/os/$arch', true],
  ['file:///srv/mirror/$repo/os/$arch', true],
  ['http://localhost.example.org/$repo/os/$arch', false],
  ['http://127.0.0.1.example.org/$repo/os/$arch', false],
  ['https://mirror.example.org/$repo/os/$arch', false],
  ['http://10.0.0.1/$repo/os/$arch', false],
  ['nonsense', false],
])('isLocal(%s) is %s', (address, local) => {
  expect(isLocal(address)).toBe(local);
});

describe("a local mirror's key", () => {
  it('is trusted if a mirror build of this user created it', async () => {
    const mirror = await serveFiles(keyFiles());
    expect(await resolveTrust([mirror], { pins: await createPinFolder() })).toEqual({
      kind: 'mirror',
      fingerprint,
      key: Buffer.from('key'),
    });
  });

  it('is subject to the same rule for a file URL', async () => {
    const address = await folderOf(keyFiles());
    expect(await resolveTrust([address], { pins: await createPinFolder() })).toMatchObject({ fingerprint });
    expect(await resolveTrust([address], { pins: await temporaryFolder() })).toMatchObject({
      rule: 'mirror-key',
    });
  });

  it('is rejected without a pin, because any user may listen on the loopback interface', async () => {
    const mirror = await serveFiles(keyFiles('F'.repeat(40)));
    for (const pins of [await createPinFolder(), join(await temporaryFolder(), 'absent')]) {
      expect(await resolveTrust([mirror], { pins })).toMatchObject({
        rule: 'mirror-key',
        message: `the key ${'F'.repeat(40)} of ${mirror} is not trusted: it was not created by one of this user's mirror builds`,
        hint: expect.stringContaining('writ demo-mirror') as string,
      });
    }
  });

  const root = process.geteuid?.() === 0;
  const foreign: Readonly<Record<string, (path: string, pins: string) => Promise<unknown>>> = {
    'can be read by others (0644)': (path) => chmod(path, 0o644),
    'can be written by its group (0620)': (path) => chmod(path, 0o620),
    'can be executed (0700)': (path) => chmod(path, 0o700),
    'is a symbolic link': async (path, pins) => {
      await rename(path, join(pins, 'elsewhere'));
      await symlink('elsewhere', path);
    },
    'has a second hard link': (path, pins) => link(path, join(pins, 'elsewhere')),
    'is a folder': async (path) => {
      await rm(path);
      await mkdir(path, { mode: 0o700 });
    },
    'is empty': (path) => truncate(path),
    'contains another fingerprint': (path) => writeFile(path, `${'F'.repeat(40)}\n`),
    'contains more than the fingerprint': (path) => writeFile(path, `${fingerprint}\n${'F'.repeat(40)}\n`),
    'is in a folder to which others may write': (_path, pins) => chmod(pins, 0o777),
    'is in a folder that is a symbolic link': async (_path, pins) => {
      await rename(pins, `${pins}-elsewhere`);
      await symlink(`${pins}-elsewhere`, pins);
    },
    // Only root can change a file's owner.
    ...(root
      ? {
          'belongs to another user': (path) => chown(path, 65_534, 65_534),
          'is in a folder of another user': (_path, pins) => chown(pins, 65_534, 65_534),
        }
      : {}),
  };

  it.each(Object.entries(foreign))('is rejected if the pin %s', async (_what, change) => {
    const mirror = await serveFiles(keyFiles());
    const pins = await createPinFolder();
    await change(join(pins, fingerprint), pins);
    const trust = await resolveTrust([mirror], { pins });
    expect(trust).toMatchObject({ rule: 'mirror-key' });
    // The message contains the path.
    expect('message' in trust && trust.message).toContain(`is not trusted: ${pins}`);
  });

  it('is rejected if the mirrors have different keys', async () => {
    const one = await serveFiles(keyFiles());
    const pins = await createPinFolder();
    expect(await resolveTrust([one, await serveFiles({})], { pins })).toMatchObject({ rule: 'mirror-key' });
  });
});

it("resolveTrust returns the distribution's keys if a mirror has no key or is remote", async () => {
  const pins = await createPinFolder();
  expect(await resolveTrust([await serveFiles({})], { pins })).toEqual({ kind: 'distribution' });
  // A closed port comes first; no request is sent.
  expect(await resolveTrust([dead, 'https://mirror.example.org/$repo/os/$arch'], { pins })).toEqual({
    kind: 'distribution',
  });
});

describe('an unreachable mirror', () => {
  it('is skipped, with the reason, if another mirror responds', async () => {
    const left: string[] = [];
    const trust = await resolveTrust([dead, await folderOf(keyFiles())], {
      pins: await createPinFolder(),
      onUnreachable: (mirror, reason) => {
        left.push(mirror);
        expect(reason).toMatch(/ECONNREFUSED|bad port/);
      },
    });
    expect(trust).toMatchObject({ kind: 'mirror', fingerprint });
    expect(left).toEqual([dead]);
  });

  it('causes a finding with the reasons of all mirrors if none of them responds', async () => {
    const other = dead.replace('127.0.0.1', '127.0.0.2');
    const left: string[] = [];
    const trust = await resolveTrust([dead, other], { onUnreachable: (mirror) => void left.push(mirror) });
    expect(trust).toMatchObject({
      rule: 'mirror-unusable',
      message: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:9\S+ does not respond: .*; http:\/\/127\.0\.0\.2:9\S+ does/,
      ) as string,
    });
    expect(left).toEqual([]);
  });

  it('causes the same finding as a mirror with a malformed fingerprint', async () => {
    const wrong = await serveFiles({ '/writ-mirror.fingerprint': 'hello', '/writ-mirror.gpg': 'key' });
    expect(await resolveTrust([wrong])).toMatchObject({ rule: 'mirror-unusable' });
  });
});

describe('the size of a key file', () => {
  /** Sends an endless file and counts the sent bytes. */
  async function endless(file: string): Promise<{ mirror: string; sent: () => number }> {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, '0');
    const files = keyFiles();
    const origin = await startServer((request, response) => {
      const path = request.url ?? '';
      if (path !== file) return void response.end(files[path]);
      const more = (): void => {
        while (!response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', more);
      more();
    });
    return { mirror: `${origin}/$repo/os/$arch`, sent: () => sent };
  }

  it.each(['/writ-mirror.fingerprint', '/writ-mirror.gpg'])(
    'is limited if a server sends an endless %s',
    async (file) => {
      const { mirror, sent } = await endless(file);
      expect(await resolveTrust([mirror], { pins: await createPinFolder() })).toMatchObject({
        rule: 'mirror-unusable',
        message: expect.stringMatching(/is larger than (64|65,536) bytes$/) as string,
      });
      // Buffered bytes between client and server count as sent.
      expect(sent()).toBeLessThan(16 * 1024 * 1024);
    },
  );

  it.each(['writ-mirror.fingerprint', 'writ-mirror.gpg'])(
    'is limited if a folder contains %s with a size of one tebibyte',
    async (name) => {
      const folder = await temporaryFolder();
      const address = await folderOf(keyFiles(), folder);
      await truncate(join(folder, name), 2 ** 40);
      expect(await resolveTrust([address], { pins: await createPinFolder() })).toMatchObject({
        rule: 'mirror-unusable',
        message: expect.stringMatching(/is larger than (64|65,536) bytes$/) as string,
      });
    },
  );
});

/** Creates a mirror in a folder with these files; returns its address. */
async function folderOf(files: Readonly<Record<string, string>>, folder?: string): Promise<string> {
  const root = folder ?? (await temporaryFolder());
  await mkdir(join(root, 'core'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  return `${pathToFileURL(root).href}/$repo/os/$arch`;
}
