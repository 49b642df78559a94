import { fatIdFrom, tableUuidFrom, uuidFrom } from './identifiers.ts';
import type { Layout } from './plan-type.ts';

export const MIB: number = 1024 * 1024;
export const GIB: number = 1024 * MIB;
const ESP_SIZE = GIB;
/** Below this no ext4 with a journal is worth making; whether the packages fit is looked at before the run. */
const SMALLEST_ROOT = 64 * MIB;
/** 1 MiB before the first partition, and as much behind the last one for the table's copy. */
const MARGIN = MIB;

const ESP_TYPE = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
/** Root on x86-64, as the discoverable partitions specification names it. */
const ROOT_TYPE = '4f68bce3-e8cd-4db1-96e7-fbcaf984b709';

export const SMALLEST_IMAGE: number = MARGIN + ESP_SIZE + SMALLEST_ROOT + MARGIN;

/**
 * GPT with an EFI system partition of 1 GiB at /boot and the rest as ext4 root.
 *
 * @param size bytes of the whole target; what is over a whole mebibyte is left unused
 */
export function uefiLayout(size: number, seed: string): Layout {
  const whole = Math.floor(size / MIB) * MIB;
  if (whole < SMALLEST_IMAGE) throw new RangeError(`no layout fits into ${size} bytes`);
  const rootStart = MARGIN + ESP_SIZE;
  return {
    table: 'gpt',
    uuid: tableUuidFrom(seed),
    size: whole,
    partitions: [
      {
        number: 1,
        name: 'esp',
        type: ESP_TYPE,
        uuid: uuidFrom(seed, 'esp partition'),
        fileSystem: 'vfat',
        fileSystemId: fatIdFrom(seed, 'esp'),
        mountPoint: '/boot',
        start: MARGIN,
        size: ESP_SIZE,
      },
      {
        number: 2,
        name: 'root',
        type: ROOT_TYPE,
        uuid: uuidFrom(seed, 'root partition'),
        fileSystem: 'ext4',
        fileSystemId: uuidFrom(seed, 'root'),
        mountPoint: '/',
        start: rootStart,
        size: whole - rootStart - MARGIN,
      },
    ],
  };
}
