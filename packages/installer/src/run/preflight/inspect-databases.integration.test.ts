import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAXIMUM_SIGNATURE_SIZE } from '../transfer/cache.ts';
import { createTestContext } from '../testing.ts';
import type { ArchiveLimits } from './archive-meter.ts';
import {
  listDatabaseFiles,
  describeOversizedDatabase,
  describeUnpackFailure,
  MAXIMUM_DATABASE_SIZE,
  UNPACKED_LIMITS,
} from './inspect-databases.ts';

const real = spawnSync('bsdtar', ['--version']).status === 0;
const MIB = 1024 * 1024;

/** Encodes a file of a tar archive. */
function file(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 'latin1');
  header.write('0000644 0000000 0000000 ', 100, 'latin1');
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('00000000000\0        0', 136, 'latin1');
  header.write('ustar\u{0}00', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

const end = Buffer.alloc(1024);
const desc = Buffer.from('%FILENAME%\na-1-1-any.pkg.tar.zst\n');

/** Compresses repeated bytes; only the compressed data is ever complete in memory. */
function packed(part: Buffer, times: number): Buffer {
  const member = gzipSync(part, { level: 9 });
  return Buffer.concat(Array.from({ length: times }, () => member));
}

async function faultOf(
  kind: 'db' | 'files',
  content: Buffer,
  limits?: ArchiveLimits,
): Promise<string | undefined> {
  const context = await createTestContext();
  await mkdir(join(context.roots.scratch, 'db/sync'), { recursive: true });
  await writeFile(join(context.roots.scratch, `db/sync/core.${kind}`), content);
  return describeUnpackFailure(kind, context, limits);
}

describe.runIf(real)('a database (with the real bsdtar)', () => {
  const archive = Buffer.concat([file('a-1-1/desc', desc), end]);

  it.each([
    ['gzip', gzipSync(archive)],
    ['zstd', zstdCompressSync(archive)],
    ['no algorithm', archive],
  ])('is accepted if it is compressed with %s', async (_what, content) => {
    expect(await faultOf('db', content)).toBeUndefined();
    expect(await faultOf('files', content)).toBeUndefined();
  });

  it('has the limits that the guide documents', () => {
    expect(UNPACKED_LIMITS.db).toEqual({ bytes: 512 * MIB, entries: 300_000, entry: MIB });
    expect(UNPACKED_LIMITS.files).toEqual({ bytes: 2048 * MIB, entries: 450_000, entry: 128 * MIB });
  });

  /** Smaller than the real limits, because unpacking takes time. */
  const small = { bytes: 8 * MIB, entries: 3_000, entry: MIB };

  it.each<[string, () => Buffer, string | RegExp, ArchiveLimits?]>([
    [
      'unpacks to too much in small files',
      () => packed(file('a-1-1/desc', Buffer.alloc(MIB)), 1024),
      'unpacks to more than 8,388,608 bytes',
      small,
    ],
    [
      'unpacks to one file that is too large',
      () => packed(file('a-1-1/desc', Buffer.alloc(2 * MIB)), 1),
      'contains a file larger than 1,048,576 bytes',
    ],
    [
      'contains too many files',
      () => packed(Buffer.concat(Array.from({ length: 1000 }, () => file('a-1-1/desc', desc))), 1000),
      'contains more than 3,000 files',
      small,
    ],
    [
      'contains a name that is too long',
      () => packed(Buffer.concat([longName('a'.repeat(1000)), file('a', Buffer.alloc(MIB))]), 4 * 1024),
      /'core\.db' cannot be read: a{190}/,
    ],
    [
      'is not an archive',
      () => Buffer.from('<html>not found</html>'),
      'cannot be read: Unrecognized archive format',
    ],
    ['is truncated', () => gzipSync(archive).subarray(0, 60), /cannot be read: .*truncated/i],
  ])('is rejected without unpacking the rest if it %s', async (_what, content, fault, limits) => {
    const found = await faultOf('db', content(), limits);
    expect(found).toMatch(typeof fault === 'string' ? `'core.db' ${fault}` : fault);
    expect(found?.length).toBeLessThan(300);
  });

  /** Encodes the entry that `tar` writes before a file with a long name. */
  function longName(name: string): Buffer {
    const entry = file('././@LongLink', Buffer.from(`${name}\0`));
    entry.write('L', 156, 'latin1');
    const header = entry.subarray(0, 512);
    header.write('        ', 148, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return entry;
  }
});

it('oversized database files are detected, including partial ones', async () => {
  expect(
    describeOversizedDatabase([
      { name: 'core.db', size: MAXIMUM_DATABASE_SIZE },
      { name: 'core.db.sig', size: MAXIMUM_SIGNATURE_SIZE },
    ]),
  ).toBeUndefined();
  expect(
    describeOversizedDatabase([{ name: 'download-aB3dE6/core.db.part', size: MAXIMUM_DATABASE_SIZE + 1 }]),
  ).toBe("it sends more than 134,217,728 bytes of 'core.db'");
  expect(describeOversizedDatabase([{ name: 'core.files.sig.part', size: MAXIMUM_SIGNATURE_SIZE + 1 }])).toBe(
    "it sends more than 16,384 bytes of 'core.files.sig'",
  );
});

it('database files are listed during their download', async () => {
  const { roots } = await createTestContext();
  await mkdir(join(roots.scratch, 'download-aB3dE6'));
  await writeFile(join(roots.scratch, 'download-aB3dE6/core.db.part'), 'part');
  await writeFile(join(roots.scratch, 'extra.db'), 'whole');
  expect(await listDatabaseFiles(roots.scratch)).toEqual(
    expect.arrayContaining([
      { name: 'extra.db', size: 5 },
      { name: 'download-aB3dE6/core.db.part', size: 4 },
    ]),
  );
  expect(await listDatabaseFiles(join(roots.scratch, 'absent'))).toEqual([]);
});
