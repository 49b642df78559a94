import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProfilePath } from '../config/profile-path.ts';
import { temporaryFolder } from '../run/testing.ts';
import { readProfile, type ReadProfile } from './read-profile.ts';

const definition = '{"packages": ["git"]}';
const digest = createHash('sha256').update(definition).digest('hex');

const requests: string[] = [];
const respondWith =
  (body: BodyInit, status = 200): typeof globalThis.fetch =>
  (address) => {
    requests.push(String(address));
    return Promise.resolve(new Response(body, { status }));
  };

const readPath = async (path: string, fetch = respondWith(definition), base = '/'): Promise<ReadProfile> =>
  readProfile(parseProfilePath(path), { config: join(base, 'machine.json'), fetch });
const failureOf = async (...given: Parameters<typeof readPath>): Promise<string | undefined> => {
  const { findings, definition: none } = await readPath(...given);
  expect(none).toBeUndefined();
  expect(findings).toMatchObject([{ rule: 'profile-unreadable', pointer: '/profile/path' }]);
  return findings[0]?.message;
};

describe('a profile definition in a file', () => {
  it("is resolved relative to the configuration's folder", async () => {
    const base = await temporaryFolder();
    await writeFile(join(base, 'mine.json'), definition);
    await writeFile(join(base, 'mine'), `\n ${definition}`);
    expect(await readPath('mine.json', undefined, base)).toMatchObject({ definition: { packages: ['git'] } });
    expect(await readPath(join(base, 'mine'))).toMatchObject({ definition: { packages: ['git'] } });
  });

  it('is reported with the cause if it cannot be read', async () => {
    const base = await temporaryFolder();
    await mkdir(join(base, 'folder'));
    await writeFile(join(base, 'large.json'), ' '.repeat(1024 * 1024 + 1));
    expect(await failureOf('none.json', undefined, base)).toContain('the file does not exist');
    expect(await failureOf('folder', undefined, base)).toContain('it is not a regular file');
    expect(await failureOf('large.json', undefined, base)).toContain('larger than 1 MiB');
    expect(await failureOf('/dev/zero')).toContain('it is not a regular file');
  });
});

describe('a profile definition at an address', () => {
  it('is read if its content matches the digest', async () => {
    const read = await readPath(`https://example.org/mine.json#sha256=${digest}`);
    expect(read).toMatchObject({ definition: { packages: ['git'] }, findings: [] });
    expect(requests.at(-1)).toBe('https://example.org/mine.json');
  });

  it('is rejected, with the actual digest in the message, if its content does not match', async () => {
    const message = await failureOf(`https://example.org/mine.json#sha256=${'0'.repeat(64)}`);
    expect(message).toContain(`its SHA-256 is ${digest}`);
  });

  it('is never requested without a digest or https, or with a password', async () => {
    const before = requests.length;
    expect(await failureOf('https://example.org/mine.json')).toContain('it has no digest');
    expect(await failureOf(`http://example.org/mine.json#sha256=${digest}`)).toContain('only https');
    const secret = await failureOf(`https://ada:canary@example.org/mine.json?token=canary#sha256=${digest}`);
    expect(secret).toContain('https://example.org/mine.json cannot be read');
    expect(secret).not.toContain('canary');
    expect(requests.length).toBe(before);
  });

  it('is reported if the request fails or the response never ends', async () => {
    const pinned = `https://example.org/mine.json#sha256=${digest}`;
    expect(await failureOf(pinned, respondWith('', 404))).toContain('the server responded with status 404');
    expect(await failureOf(pinned, () => Promise.reject(new Error('no route')))).toContain('no route');
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
    expect(await failureOf(pinned, respondWith(endless))).toContain('larger than 1 MiB');
  });
});
