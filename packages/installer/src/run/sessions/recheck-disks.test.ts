import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Disk, DiskPartition, Facts } from '../../facts/facts.ts';
import type { Partition } from '../../plan/plan.ts';
import { describeChangedPartition } from './recheck-disks.ts';

const facts = JSON.parse(
  readFileSync(new URL('../../../fixtures/machines/dual-boot.json', import.meta.url), 'utf8'),
) as Facts;
const disk = facts.disks.find(({ partitions }) => partitions.length > 1)!;
const [first, second] = disk.partitions as [DiskPartition, DiskPartition];

const planned: readonly Partition[] = [first, second].map(({ number, start, size, uuid = '' }) => ({
  number,
  start,
  size,
  uuid,
  name: 'kept',
  type: 'any',
  kept: 'content',
}));

const withSecond = (change: Partial<DiskPartition>): Disk => ({
  ...disk,
  partitions: [first, { ...second, ...change }],
});

describe('the check of kept partitions before the first write', () => {
  it('accepts partitions that are where they were, and others beside them', () => {
    expect(describeChangedPartition(disk, planned)).toBeUndefined();
    expect(describeChangedPartition({ ...disk, partitions: [first, second] }, planned)).toBeUndefined();
  });

  it('reports a partition that no longer exists, or whose UUID is no longer unique', () => {
    expect(describeChangedPartition({ ...disk, partitions: [first] }, planned)).toBe(
      `${disk.path} has no partitions with the UUID ${second.uuid}`,
    );
    expect(describeChangedPartition(withSecond({ uuid: first.uuid! }), planned)).toBe(
      `${disk.path} has several partitions with the UUID ${first.uuid}`,
    );
  });

  it.each<[string, Partial<DiskPartition>]>([
    ['moved', { start: second.start + 1_048_576 }],
    ['resized', { size: second.size - 1_048_576 }],
    ['renumbered', { number: 9 }],
  ])('reports a partition that was %s', (_change, change) => {
    expect(describeChangedPartition(withSecond(change), planned)).toBe(
      `${second.path} is no longer the partition that the plan was created for`,
    );
  });
});
