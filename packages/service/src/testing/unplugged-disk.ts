import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './fakes.ts';

/** A disk that can lose power; creating it requires root. */
export interface UnpluggedDisk {
  readonly folder: string;
  /** Returns the folder as it would be after a power failure at this moment, without data that was only in memory. */
  cutPower(): string;
}

/**
 * Creates a disk whose file system, while the test runs, writes data only when a program requests a sync.
 */
export function unpluggedDisk(): UnpluggedDisk {
  const base = temporaryFolder();
  let copies = 0;
  const mount = (image: string): string => {
    const folder = `${image}.mounted`;
    mkdirSync(folder);
    // `commit` is the number of seconds between writes of the file system.
    execFileSync('mount', ['-o', 'loop,commit=900', image, folder]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', folder]);
    });
    return folder;
  };
  const image = join(base, 'disk');
  writeFileSync(image, '');
  truncateSync(image, 64 * 1024 ** 2);
  execFileSync('mkfs.ext4', ['-q', image]);
  const folder = mount(image);
  execFileSync('sync', ['--file-system', folder]);
  return {
    folder,
    cutPower: () => {
      const copy = join(base, `copy-${(copies += 1)}`);
      copyFileSync(image, copy);
      return mount(copy);
    },
  };
}
