import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  countArrivedBytes,
  defaultCache,
  MAXIMUM_SIGNATURE_SIZE,
  findMissingPackages,
  findOversizedFiles,
  packageCache,
  tidyCache,
} from './cache.ts';
import type { ResolvedPackage } from '../journal-record.ts';
import { acquireLock } from '../lock.ts';
import { createScratch, UnusablePath } from '../scratch.ts';
import { temporaryFolder } from '../testing.ts';

const packed = (file: string, content: string): ResolvedPackage => ({
  name: file,
  version: '1-1',
  architecture: 'x86_64',
  repository: 'core',
  file,
  sha256: createHash('sha256').update(content).digest('hex'),
  size: content.length,
  installedSize: 1,
});

describe('the package cache', () => {
  it("stores each signer's packages separately", () => {
    const key = (fingerprint: string): string => packageCache('/c', { kind: 'mirror', fingerprint });
    expect(new Set([key('A'), key('B'), packageCache('/c', { kind: 'distribution' })]).size).toBe(3);
  });

  it('is the folder in WRIT_CACHE, or by default the cache folder of the system or of the user', () => {
    expect(defaultCache({ WRIT_CACHE: '/mine' }, true)).toBe('/mine');
    expect(defaultCache({}, true)).toBe('/var/cache/writ');
    expect(defaultCache({ XDG_CACHE_HOME: '/x' }, false)).toBe('/x/writ');
  });

  it('reports missing packages, and deletes files that differ from the database', async () => {
    const cache = await temporaryFolder();
    const wanted = [
      packed('good', 'content'),
      packed('short', 'content'),
      packed('wrong', 'content'),
      packed('none', 'x'),
    ];
    await writeFile(join(cache, 'good'), 'content');
    await writeFile(join(cache, 'short'), 'cont');
    await writeFile(join(cache, 'wrong'), 'CONTENT');
    await writeFile(join(cache, 'of another run'), '');
    const missing = await findMissingPackages(cache, wanted, undefined);
    expect(missing.map(({ file }) => file)).toEqual(['short', 'wrong', 'none']);
    expect((await readdir(cache)).toSorted()).toEqual(['good', 'of another run']);
  });

  it('deletes a folder with the name of a package file', async () => {
    const cache = await temporaryFolder();
    await mkdir(join(cache, 'folder/inside'), { recursive: true });
    const { size } = await stat(join(cache, 'folder'));
    const folder = { ...packed('folder', 'content'), size };
    expect(await countArrivedBytes(cache, [folder])).toBe(0);
    expect(await findMissingPackages(cache, [folder], undefined)).toEqual([folder]);
    expect(await readdir(cache)).toEqual([]);
  });

  it('deletes partial files that are too long, and entries that are not files', async () => {
    const cache = await temporaryFolder();
    const packages = ['short', 'whole', 'long', 'folder', 'link', 'signed'].map((name) =>
      packed(name, 'content'),
    );
    await writeFile(join(cache, 'short.part'), 'con');
    await writeFile(join(cache, 'whole.part'), 'content');
    await writeFile(join(cache, 'long.part'), 'content and more');
    await mkdir(join(cache, 'folder.part/inside'), { recursive: true });
    await mkdir(join(cache, 'folder.sig'));
    await symlink('short.part', join(cache, 'link.part'));
    await writeFile(join(cache, 'signed.sig'), 'longer than its package');
    await writeFile(join(cache, 'of another run.part'), 'content and more');
    await tidyCache(cache, packages);
    expect((await readdir(cache)).toSorted()).toEqual(['of another run.part', 'short.part', 'signed.sig']);
  });

  it('reports oversized files, including partial ones and signatures', async () => {
    const cache = await temporaryFolder();
    const names = ['whole', 'more', 'part', 'small', 'signed', 'signing'];
    const packages = names.map((name) => packed(name, 'content'));
    await writeFile(join(cache, 'whole'), 'content');
    await writeFile(join(cache, 'more'), 'content and more');
    await writeFile(join(cache, 'part.part'), 'content and more');
    await writeFile(join(cache, 'small.part'), 'con');
    await writeFile(join(cache, 'signed.sig'), Buffer.alloc(MAXIMUM_SIGNATURE_SIZE));
    await mkdir(join(cache, 'download-aB3dE6'));
    await writeFile(
      join(cache, 'download-aB3dE6/signing.sig.part'),
      Buffer.alloc(MAXIMUM_SIGNATURE_SIZE + 1),
    );
    await writeFile(join(cache, 'of another run.part'), 'content and more');
    expect(await findOversizedFiles(cache, packages)).toEqual([
      { path: join(cache, 'more'), name: 'more', limit: 7 },
      { path: join(cache, 'part.part'), name: 'part', limit: 7 },
      {
        path: join(cache, 'download-aB3dE6/signing.sig.part'),
        name: 'signing.sig',
        limit: MAXIMUM_SIGNATURE_SIZE,
      },
    ]);
  });

  it('includes files in download folders, and recovers those of a killed run', async () => {
    const cache = await temporaryFolder();
    const packages = [packed('a', 'content'), packed('b', 'content')];
    await mkdir(join(cache, 'download-aB3dE6'));
    await writeFile(join(cache, 'download-aB3dE6/a'), 'content');
    await writeFile(join(cache, 'download-aB3dE6/b.part'), 'con');
    expect(await countArrivedBytes(cache, packages)).toBe(10);
    await tidyCache(cache, packages);
    expect((await readdir(cache)).toSorted()).toEqual(['a', 'b.part']);
    expect(await countArrivedBytes(cache, packages)).toBe(10);
  });

  it('counts the bytes of partial files', async () => {
    const cache = await temporaryFolder();
    await writeFile(join(cache, 'whole'), 'content');
    await writeFile(join(cache, 'half.part'), 'con');
    const packages = [packed('whole', 'content'), packed('half', 'content'), packed('none', 'content')];
    expect(await countArrivedBytes(cache, packages)).toBe(10);
  });
});

describe("a run's scratch folder", () => {
  it('is removed with the run', async () => {
    const root = join(await temporaryFolder(), 'scratch');
    const scratch = await createScratch(root);
    await mkdir(join(scratch.path, 'gnupg'), { mode: 0o700 });
    await scratch.remove();
    expect(await readdir(root)).toEqual([]);
  });

  it('is removed by the next run if its run was killed, but not while its run continues', async () => {
    const root = join(await temporaryFolder(), 'scratch');
    const living = await createScratch(root);
    await mkdir(join(root, 'run-killed'));
    await writeFile(join(root, 'run-killed', 'pacman.conf'), '');
    const next = await createScratch(root);
    const names = (await readdir(root)).filter((name) => !name.startsWith('.'));
    expect(names.toSorted()).toEqual(
      [living.path, next.path].map((path) => path.slice(root.length + 1)).toSorted(),
    );
    await living.remove();
    await next.remove();
    expect(await readdir(root)).toEqual([]);
  });

  it('is locked as soon as it is created, so that another run does not remove it', async () => {
    const root = join(await temporaryFolder(), 'scratch');
    await mkdir(root);
    const making = createScratch(root);
    let seen: string[] = [];
    while (!seen.some((name) => name.startsWith('run-'))) {
      await nextTurn();
      seen = readdirSync(root);
    }
    const folder = seen.find((name) => name.startsWith('run-'));
    expect(seen).toContain(`.${folder}.lock`);
    expect(await acquireLock(join(root, `.${folder}.lock`), 0)).toBeUndefined();
    const scratch = await making;
    expect((await readdir(scratch.path)).toSorted()).toEqual(['db', 'hooks', 'root']);
    await scratch.remove();
  });

  it('is rejected if its path is too long for the sockets of gpg', async () => {
    const root = join(await temporaryFolder(), 'a'.repeat(40), 'scratch');
    await expect(createScratch(root)).rejects.toThrow(UnusablePath);
    await expect(createScratch(root)).rejects.toThrow(/its path is \d+ bytes too long/);
    expect(await readdir(root)).toEqual([]);
  });

  it('is rejected if its path contains a colon, with which gpg does not find its agent', async () => {
    const root = join(await temporaryFolder(), 'a:b');
    await expect(createScratch(root)).rejects.toThrow(UnusablePath);
    expect(await readdir(root)).toEqual([]);
  });

  it('remains locked until it is removed', async () => {
    const root = join(await temporaryFolder(), 'scratch');
    const scratch = await createScratch(root);
    const lock = (await readdir(root)).find((name) => name.endsWith('.lock'));
    expect(await acquireLock(join(root, lock!), 0)).toBeUndefined();
    await scratch.remove();
  });
});
