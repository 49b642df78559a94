import { describe, expect, it } from 'vitest';
import { createArchiveMeter, type ArchiveMeter } from './archive-meter.ts';

const limits = { bytes: 100_000, entries: 10, entry: 5000 };

/** Creates a ustar header with only the fields that the meter reads. */
function header(name: string, size: string): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 'latin1');
  block.write(size, 124, 'latin1');
  return block;
}

function file(name: string, size: number): Buffer {
  const content = Buffer.alloc(Math.ceil(size / 512) * 512, 'x');
  return Buffer.concat([header(name, size.toString(8).padStart(11, '0')), content]);
}

const end = Buffer.alloc(1024);

/** Passes an archive to a meter in chunks of equal size. Returns the number of bytes that were passed. */
function feed(meter: ArchiveMeter, archive: Buffer, piece: number): number {
  let taken = 0;
  for (let at = 0; at < archive.length; at += piece) {
    const chunk = archive.subarray(at, at + piece);
    taken += chunk.length;
    if (!meter.write(chunk)) break;
  }
  return taken;
}

describe.each([1, 7, 512, 700, 65_536])('an archive in chunks of %i bytes', (piece) => {
  it('is accepted within the limits', () => {
    const files = Array.from({ length: 10 }, (_, index) => file(`p-${index}/desc`, index * 500));
    const archive = Buffer.concat([...files, end]);
    const meter = createArchiveMeter(limits);
    expect(feed(meter, archive, piece)).toBe(archive.length);
    expect(meter.violation()).toBeUndefined();
  });

  it.each<[string, Buffer, string]>([
    [
      'contains too many files',
      Buffer.concat(Array.from({ length: 100 }, () => file('a', 0))),
      'contains more than 10 files',
    ],
    [
      'contains a file that is too large',
      Buffer.concat([file('a', 10), file('b', 5001)]),
      'contains a file larger than 5,000 bytes',
    ],
    [
      'contains a file whose size is not an octal number',
      header('a', '\u0080\0\0\0\0\0\0\u007F\u00FF\u00FF\u00FF\u00FF'),
      'contains a file larger than 5,000 bytes',
    ],
    ['has no end', Buffer.alloc(1_000_000), 'unpacks to more than 100,000 bytes'],
  ])('is rejected if it %s', (_what, archive, fault) => {
    const meter = createArchiveMeter(limits);
    expect(feed(meter, archive, piece)).toBeLessThanOrEqual(limits.bytes + piece);
    expect(meter.violation()).toBe(fault);
    expect(meter.write(file('c', 0))).toBe(false);
  });
});
