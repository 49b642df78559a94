import { mkdir, mkdtemp, open, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deriveTableUuid } from '../plan/identifiers.ts';
import { observeTarget } from '../facts/target.ts';
import { checkImage, describeImageLoss } from './check-image.ts';
import { parseTableUuid } from '../facts/partition-table.ts';

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'writ-target-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Creates the second sector of a disk in the layout of the UEFI specification. */
function partitionTableHeader(uuid: string): Buffer {
  const sector = Buffer.alloc(512);
  sector.write('EFI PART', 'latin1');
  const [a, b, c, d, e] = uuid.split('-') as [string, string, string, string, string];
  const swapped = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex')).toReversed();
  sector.set(swapped(a), 56);
  sector.set(swapped(b), 60);
  sector.set(swapped(c), 62);
  sector.set(Buffer.from(d + e, 'hex'), 64);
  return sector;
}

async function writeImage(path: string, uuid: string): Promise<void> {
  await writeFile(path, Buffer.concat([Buffer.alloc(512), partitionTableHeader(uuid), Buffer.alloc(4096)]));
}

async function rulesOf(name: string, wipe = false): Promise<(string | undefined)[]> {
  return checkImage(await observeTarget(name), { wipe }).map(({ rule }) => rule);
}

describe('an image target', () => {
  it('may be absent, and is not created by the check', async () => {
    const at = await temporaryFolder();
    const target = await observeTarget(join(at, 'disk.img'));
    expect(target).toMatchObject({ kind: 'absent', path: join(at, 'disk.img'), folderWritable: true });
    expect(checkImage(target, { wipe: false })).toEqual([]);
    expect(await readdir(at)).toEqual([]);
  });

  it('may be empty', async () => {
    const name = join(await temporaryFolder(), 'disk.raw');
    await writeFile(name, '');
    expect(await rulesOf(name)).toEqual([]);
  });

  it('may be an image that Writ created', async () => {
    const name = join(await temporaryFolder(), 'disk.img');
    await writeImage(name, deriveTableUuid('seed'));
    expect(await observeTarget(name)).toMatchObject({
      kind: 'image-of-writ',
      tableUuid: deriveTableUuid('seed'),
    });
    expect(await rulesOf(name)).toEqual([]);
  });

  it.each([
    ['a text file', 'hello'],
    ['an image of another program', undefined],
    ['zeros', '\0'.repeat(8192)],
    ['one byte', 'x'],
  ])('must not be %s without consent to wipe it', async (_what, content) => {
    const name = join(await temporaryFolder(), 'disk.img');
    if (content === undefined) await writeImage(name, '12345678-1234-4234-8234-123456789abc');
    else await writeFile(name, content);
    expect(await rulesOf(name)).toEqual(['target-not-ours']);
    expect(await rulesOf(name, true)).toEqual([]);
    expect(describeImageLoss(await observeTarget(name))).toContain('will be lost');
  });

  it('may be a symbolic link, which is followed even if it is dangling', async () => {
    const at = await temporaryFolder();
    await writeFile(join(at, 'letter.txt'), 'Dear Ada');
    await symlink('letter.txt', join(at, 'disk.img'));
    expect(await rulesOf(join(at, 'disk.img'))).toEqual(['target-not-ours', 'target-kind']);
    await symlink(join(at, 'real.img'), join(at, 'link.img'));
    expect(await observeTarget(join(at, 'link.img'))).toMatchObject({
      kind: 'absent',
      path: join(at, 'real.img'),
    });
    await mkdir(join(at, 'below'));
    await symlink('below', join(at, 'beside'));
    expect((await observeTarget(join(at, 'beside/disk.img'))).path).toBe(join(at, 'below/disk.img'));
  });

  it.each([
    [
      'a folder',
      async (at: string): Promise<void> => void (await mkdir(join(at, 'disk.img'))),
      ['target-kind'],
    ],
    ['a pipe', (at: string): void => void execFileSync('mkfifo', [join(at, 'disk.img')]), ['target-kind']],
  ] as const)('must not be %s', async (_what, make, rules) => {
    const at = await temporaryFolder();
    await make(at);
    expect(await rulesOf(join(at, 'disk.img'))).toEqual(rules);
    expect(await rulesOf(join(at, 'disk.img'), true)).toEqual(rules);
  });

  it('must be in an existing folder, and its name must end in .img or .raw', async () => {
    const at = await temporaryFolder();
    expect(await rulesOf(join(at, 'none/disk.img'))).toEqual(['target-folder']);
    expect(await rulesOf(join(at, 'disk'))).toEqual(['target-kind']);
    await writeFile(join(at, 'file'), '');
    expect(await rulesOf(join(at, 'file/disk.img'))).toEqual(['target-folder']);
  });

  it('must not be in use', async () => {
    const name = join(await temporaryFolder(), 'disk.img');
    await writeImage(name, deriveTableUuid('seed'));
    const reading = await open(name, 'r');
    expect(await rulesOf(name)).toEqual([]);
    await reading.close();
    const writing = await open(name, 'r+');
    const [finding] = checkImage(await observeTarget(name), { wipe: true });
    expect(finding).toMatchObject({ rule: 'target-in-use' });
    expect(finding!.message).toContain(`process ${process.pid}`);
    await writing.close();
    expect(await rulesOf(name)).toEqual([]);
  });

  it('is rejected if Writ did not create its staging folder', async () => {
    const name = join(await temporaryFolder(), 'disk.img');
    await mkdir(`${name}.writ/tree`, { recursive: true });
    const [finding, ...others] = checkImage(await observeTarget(name), { wipe: true });
    expect(finding).toMatchObject({ rule: 'target-not-ours' });
    expect(finding!.message).toContain('disk.img.writ exists and was not created by Writ');
    expect(others).toEqual([]);
  });

  it.each([
    'a@@512.img',
    'a?offset=0.img',
    String.raw`a\b.img`,
    '$(touch x).img',
    '`touch x`.img',
    '~;touch x;.img',
    '*.img',
    'disk (1).img',
    'x[1].img',
    '{a,b}.img',
  ])('is rejected if tools would misinterpret its name %s', async (base) => {
    const at = await temporaryFolder();
    expect(await rulesOf(join(at, base))).toEqual(['target-kind']);
    await mkdir(join(at, base));
    expect(await rulesOf(join(at, base, 'a.img'))).toEqual(['target-kind']);
  });

  it('may have a name with other characters that have a meaning in a shell', async () => {
    for (const base of [
      'a b.img',
      "it's.img",
      'a#b&c;d|e<f>.img',
      '-a.img',
      'ü\u00a0.img',
      'a@512,b=c:d%.img',
    ])
      expect(await rulesOf(join(await temporaryFolder(), base)), base).toEqual([]);
  });

  it('must have a name that is short enough for the name of the staging folder', async () => {
    const at = await temporaryFolder();
    const named = (letters: number): string => join(at, `${'x'.repeat(letters - 4)}.img`);
    expect(await rulesOf(named(250))).toEqual([]);
    expect(await rulesOf(named(251))).toEqual(['target-kind']);
    expect(await rulesOf(named(300))).toEqual(['target-kind']);
  });

  it('is rejected if it is part of a cycle of links', async () => {
    const at = await temporaryFolder();
    await symlink('b.img', join(at, 'a.img'));
    await symlink('a.img', join(at, 'b.img'));
    expect(await rulesOf(join(at, 'a.img'))).toEqual(['target-kind']);
  });

  it('must not be a disk', () => {
    const target = {
      name: '/dev/null0',
      path: '/dev/null0',
      kind: 'block-device',
      users: [],
      folderWritable: true,
      free: 0,
      staging: 'absent',
    } as const;
    expect(checkImage(target, { wipe: true }).map(({ rule }) => rule)).toEqual(['target-kind']);
  });
});

describe('the GUID of a partition table', () => {
  it('is formatted as in partitioning tools', async () => {
    const uuid = '0fc63daf-8483-4772-8e79-3d69d8477de4';
    expect(parseTableUuid(partitionTableHeader(uuid))).toBe(uuid);
    expect(parseTableUuid(Buffer.alloc(512))).toBeUndefined();
  });

  it('is undefined for a file that is too short', async () => {
    const name = join(await temporaryFolder(), 'disk.img');
    await writeFile(name, '');
    await truncate(name, 700);
    expect(await rulesOf(name)).toEqual(['target-not-ours']);
  });
});
