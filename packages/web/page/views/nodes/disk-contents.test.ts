import { expect, it } from 'vitest';
import { isUnread } from './disk-contents.ts';

it('the content of a disk is unknown if the agent could not read it', () => {
  const mounts = 'the mounts of other processes, which only root may read';
  const one = [mounts, 'the content of /dev/sda, which cannot be read'];
  expect(['/dev/sda', '/dev/sda1', '/dev/sd', '/dev/sdb'].map((path) => isUnread(path, one))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const all = 'the content of the disks, because udev is not running and the disks cannot be read';
  expect(isUnread('/dev/sdb', [all])).toBe(true);
  expect(isUnread('/dev/sda', [mounts])).toBe(false);
});
