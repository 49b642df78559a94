import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { hasMemoryFor, readFreeMemory, treeSize } from './memory-room.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Creates a root folder with the files of a machine that has 8 GiB of available memory. */
async function machine(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await temporaryFolder();
  const all = { 'proc/meminfo': `MemTotal: 1 kB\nMemAvailable:    ${8 * 1024 * 1024} kB\n`, ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

describe('free memory', () => {
  it('equals the available memory of a machine without control groups', async () => {
    expect(await readFreeMemory(await machine({}))).toBe(8 * GIB);
  });

  it.each([
    ['a control group', '0::/a/b\n', 'a/b/memory.max', 'a/b/memory.current'],
    ['a parent of the control group of this process', '0::/a/b\n', 'a/memory.max', 'a/memory.current'],
    [
      'a control group of version 1',
      '4:memory:/a\n0::/\n',
      'memory/a/memory.limit_in_bytes',
      'memory/a/memory.usage_in_bytes',
    ],
  ])('is limited by %s', async (_what, group, limit, usage) => {
    const root = await machine({
      'proc/self/cgroup': group,
      [`sys/fs/cgroup/${limit}`]: `${3 * GIB}\n`,
      [`sys/fs/cgroup/${usage}`]: `${GIB}\n`,
    });
    expect(await readFreeMemory(root)).toBe(2 * GIB);
  });

  it('is not limited by a control group without a limit', async () => {
    const files = { 'sys/fs/cgroup/a/memory.max': 'max\n', 'sys/fs/cgroup/a/memory.current': '5\n' };
    expect(await readFreeMemory(await machine({ 'proc/self/cgroup': '0::/a\n', ...files }))).toBe(8 * GIB);
  });

  it('is 0 if it is unknown', async () => {
    expect(await readFreeMemory(await machine({ 'proc/meminfo': '' }))).toBe(0);
  });
});

describe('a tree in memory', () => {
  it('requires 1.3 times the installed size and a margin', () => {
    expect(treeSize(1000 * MIB)).toBe(1556 * MIB);
  });

  it('is not used if its folder is on a disk or does not exist', async () => {
    expect(await hasMemoryFor(0, '/proc')).toBe(false);
    expect(await hasMemoryFor(0, '/absent')).toBe(false);
  });

  it.runIf(process.platform === 'linux')('leaves 1 GiB of memory to programs', async () => {
    const root = await machine({
      'proc/self/cgroup': '0::/a\n',
      'sys/fs/cgroup/a/memory.max': `${GIB + 5}\n`,
      'sys/fs/cgroup/a/memory.current': '0\n',
    });
    expect(await hasMemoryFor(5, '/dev/shm', root)).toBe(true);
    expect(await hasMemoryFor(6, '/dev/shm', root)).toBe(false);
  });
});
