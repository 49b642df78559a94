/** A file as a disk: a loop device that goes with the test. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** Whether this machine can show a file as a disk; containers often cannot. */
export function hasLoopDevices(): boolean {
  return spawnSync('losetup', ['--find']).status === 0;
}

export class LoopDisk {
  /** Such as `/dev/loop0`. */
  readonly path: string;

  constructor(file: string, size: string, options: readonly string[] = []) {
    execFileSync('truncate', ['-s', size, file]);
    this.path = run('losetup', '--find', '--show', ...options, file);
  }

  partition(number: number): string {
    return `${this.path}p${number}`;
  }

  /** Runs `look` while the partition is mounted, read-only, at `folder`. */
  mounted<T>(number: number, folder: string, look: () => T): T {
    run('mount', '-o', 'ro', this.partition(number), folder);
    try {
      return look();
    } finally {
      run('umount', folder);
    }
  }

  /** Nobody has it mounted, in whatever namespace. */
  get free(): boolean {
    try {
      closeSync(openSync(this.path, constants.O_RDONLY | constants.O_EXCL));
      return true;
    } catch {
      return false;
    }
  }

  [Symbol.dispose](): void {
    // Partitions that the kernel was told of stay, when it reads no tables itself.
    spawnSync('partx', ['--delete', this.path]);
    // So does this: the next file would be shown as one that can only be read.
    run('blockdev', '--setrw', this.path);
    run('losetup', '--detach', this.path);
  }
}

export function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
