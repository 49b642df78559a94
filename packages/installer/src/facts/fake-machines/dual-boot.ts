import { esp, linux, MIB } from './parts.ts';
import type { FakeMachine } from '../testing.ts';
import { uefiLaptop } from './uefi-laptop.ts';

/** The laptop after its Windows partition was shrunk and an ext4 file system was created. */
export const dualBoot: FakeMachine = {
  ...uefiLaptop,
  disks: uefiLaptop.disks.map((disk) =>
    disk.name === 'nvme0n1'
      ? {
          ...disk,
          tableUuid: 'A91C1A52-0000-4C2B-9A51-6D1F5F1F0000',
          partitions: [
            {
              start: MIB,
              size: 260 * MIB,
              type: esp,
              uuid: 'a91c1a52-0001-4c2b-9a51-6d1f5f1f0001',
              name: 'EFI system partition',
              content: { type: 'vfat', label: 'SYSTEM', uuid: '1C2B-3D4E' },
            },
            {
              start: 261 * MIB,
              size: 200_000 * MIB,
              type: 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7',
              uuid: 'a91c1a52-0002-4c2b-9a51-6d1f5f1f0002',
              name: 'Basic data partition',
              content: { type: 'ntfs', label: 'Windows', uuid: '01D9A1B2C3D4E5F6' },
            },
            {
              start: 300_000 * MIB,
              size: 100_000 * MIB,
              type: linux,
              uuid: 'a91c1a52-0003-4c2b-9a51-6d1f5f1f0003',
              content: { type: 'ext4', label: 'photos', uuid: 'a91c1a52-1003-4c2b-9a51-6d1f5f1f0003' },
            },
          ],
        }
      : disk,
  ),
};
