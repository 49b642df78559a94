/** A loop device that is removed after the test. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';

/** True if this machine supports loop devices; containers often do not. */
export function hasLoopDevices(): boolean {
  return spawnSync('losetup', ['--find']).status === 0;
}

export class LoopDisk {
  /** Path such as `/dev/loop0`. */
  readonly path: string;
  /** The file that contains the data of the disk. */
  readonly file: string;

  constructor(file: string, size: string, options: readonly string[] = []) {
    this.file = file;
    execFileSync('truncate', ['-s', size, file]);
    this.path = run('losetup', '--find', '--show', ...options, file);
    // Partitions of an earlier disk remain if another mount namespace used them when that disk was removed.
    spawnSync('partx', ['--delete', this.path]);
  }

  partition(number: number): string {
    return `${this.path}p${number}`;
  }

  /** Calls `look` while the partition is mounted read-only at `folder`. */
  mounted<T>(number: number, folder: string, look: () => T): T {
    run('mount', '-o', 'ro', this.partition(number), folder);
    try {
      return look();
    } finally {
      run('umount', folder);
    }
  }

  /** True if the disk is not mounted in any namespace. */
  get free(): boolean {
    try {
      closeSync(openSync(this.path, constants.O_RDONLY | constants.O_EXCL));
      return true;
    } catch {
      return false;
    }
  }

  [Symbol.dispose](): void {
    // Without this call, partitions registered with the kernel would remain.
    spawnSync('partx', ['--delete', this.path]);
    // Without this call, the read-only mode would remain.
    run('blockdev', '--setrw', this.path);
    run('losetup', '--detach', this.path);
  }
}

export function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
