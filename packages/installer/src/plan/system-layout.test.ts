import { assert, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWritTableUuid } from '../facts/writ-image.ts';
import { GIB, MIB, findVolume } from './layout.ts';
import { homeLayout, minimumHomeSize, minimumSystemSize, systemLayout } from './system-layout.ts';

describe('the layout of a drive', () => {
  it.each([
    [
      'uefi',
      [
        ['esp', 1, 1024, '/boot'],
        ['root', 1025, 7166, '/'],
      ],
    ],
    [
      'bios',
      [
        ['bios', 1, 1, undefined],
        ['root', 2, 8189, '/'],
      ],
    ],
  ] as const)('contains the expected partitions for %s', (firmware, expected) => {
    const { partitions } = systemLayout({ size: 8 * GIB }, firmware, 'seed');
    expect(
      partitions.map(({ name, start, size, content }) => [
        name,
        start / MIB,
        size / MIB,
        content?.mountPoint,
      ]),
    ).toEqual(expected);
  });

  it('consists of one file system at /home on a second drive', () => {
    const layout = homeLayout({ size: 8 * GIB }, 'seed');
    expect(layout.partitions).toMatchObject([
      { name: 'home', type: '933ac7e1-2eb4-4f13-b844-0e14e2aef915', content: { mountPoint: '/home' } },
    ]);
    expect(isWritTableUuid(layout.uuid)).toBe(true);
    expect(layout.uuid).not.toBe(systemLayout({ size: 8 * GIB }, 'uefi', 'seed').uuid);
    expect(findVolume(layout, '/')).toBeUndefined();
  });

  it.each(['uefi', 'bios'] as const)(
    'is refused for a system drive below the minimum size with %s',
    (firmware) => {
      const smallest = minimumSystemSize(firmware);
      expect(systemLayout({ size: smallest }, firmware, 'seed').size).toBe(smallest);
      expect(() => systemLayout({ size: smallest - 1 }, firmware, 'seed')).toThrow(RangeError);
    },
  );

  it('is refused for a second drive below the minimum size', () => {
    const smallest = minimumHomeSize();
    expect(homeLayout({ size: smallest }, 'seed').size).toBe(smallest);
    expect(() => homeLayout({ size: smallest - 1 }, 'seed')).toThrow(RangeError);
  });

  it('contains aligned partitions within the disk that do not overlap', () => {
    const drives = record({
      size: integer({ min: minimumSystemSize('uefi'), max: 20_000 * GIB }),
      sectorSize: constantFrom(512, 4096),
      firmware: constantFrom('uefi' as const, 'bios' as const),
      seed: string(),
    });
    assert(
      property(drives, ({ size, sectorSize, firmware, seed }) => {
        const layout = systemLayout({ size, sectorSize }, firmware, seed);
        let end = MIB;
        for (const { start, size: length } of layout.partitions) {
          expect(start).toBe(end);
          expect(length % MIB).toBe(0);
          end = start + length;
        }
        expect(end).toBe(layout.size - MIB);
        expect(layout.size).toBeLessThanOrEqual(size);
        expect(layout.sectorSize).toBe(sectorSize);
        const ids = layout.partitions.flatMap(({ uuid, content }) => [uuid, content?.id]);
        expect(new Set(ids.filter(Boolean)).size).toBe(ids.filter(Boolean).length);
      }),
    );
  });
});
