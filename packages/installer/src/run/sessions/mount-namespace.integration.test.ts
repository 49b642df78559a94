import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMountNamespace } from './mount-namespace.ts';
import { runInNamespace } from './run-in-namespace.ts';
import { temporaryFolder } from '../testing.ts';

const root = process.getuid?.() === 0;

describe.runIf(root)('a mount namespace', () => {
  it('retains its mounts between commands', async () => {
    const folder = join(await temporaryFolder(), 'tree');
    await mkdir(folder);
    const mounts = await openMountNamespace();
    onTestFinished(() => mounts.close());
    expect(await runInNamespace(mounts, ['mount', '-t', 'tmpfs', 'tmpfs', folder])).toBeUndefined();
    expect(await runInNamespace(mounts, ['touch', join(folder, 'inside')])).toBeUndefined();
    expect((await stat(join(mounts.pathInside(folder), 'inside'))).isFile()).toBe(true);
    await expect(stat(join(folder, 'inside'))).rejects.toThrow('ENOENT');
    expect(await readFile('/proc/self/mounts', 'utf8')).not.toContain(folder);
  });

  it('runs a command and returns the reason if the command fails', async () => {
    const mounts = await openMountNamespace();
    onTestFinished(() => mounts.close());
    expect(await runInNamespace(mounts, ['mount', '/no/such/place'])).toContain('/no/such/place');
  });

  it('ends with the process that opened it, even if that process is killed', async () => {
    const script = `import { openMountNamespace } from ${JSON.stringify(import.meta.resolve('./mount-namespace.ts'))};
      const { file } = await openMountNamespace(); console.log(file); setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [file] = (await once(owner.stdout, 'data')) as [Buffer];
    const path = file.toString().trim();
    expect((await stat(path)).isFile()).toBe(true);
    owner.kill('SIGKILL');
    await once(owner, 'close');
    await expect.poll(() => stat(path).catch(() => 'gone'), { timeout: 30_000 }).toBe('gone');
  });
});
