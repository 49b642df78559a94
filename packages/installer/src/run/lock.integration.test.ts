import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { acquireLock } from './lock.ts';
import { temporaryFolder } from './testing.ts';

it('a lock has one holder at a time, and is free after its release', async () => {
  const path = join(await temporaryFolder(), 'folder', 'lock');
  const first = await acquireLock(path);
  expect(first).toBeDefined();
  expect(await acquireLock(path)).toBeUndefined();
  await first!.release();
  const second = await acquireLock(path);
  expect(second).toBeDefined();
  await second!.release(true);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

it('a lock is released when its process ends, even if the process is killed', async () => {
  const path = join(await temporaryFolder(), 'lock');
  const script = `import { acquireLock } from ${JSON.stringify(import.meta.resolve('./lock.ts'))};
    await acquireLock(${JSON.stringify(path)}); console.log('held'); setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  expect(await acquireLock(path)).toBeUndefined();
  owner.kill('SIGKILL');
  await once(owner, 'close');
  const lock = await acquireLock(path);
  expect(lock).toBeDefined();
  await lock!.release();
});

it('a lock is held while a command that inherited it runs', async () => {
  const path = join(await temporaryFolder(), 'lock');
  const lock = await acquireLock(path);
  const command = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore', lock!.fd] });
  await lock!.release();
  expect(await acquireLock(path)).toBeUndefined();
  command.stdin!.end();
  await once(command, 'close');
  const next = await acquireLock(path);
  expect(next).toBeDefined();
  await next!.release();
});

it('acquiring a lock waits for its release', async () => {
  const path = join(await temporaryFolder(), 'lock');
  const lock = await acquireLock(path);
  spawn('sleep', ['0.3'], { stdio: ['ignore', 'ignore', 'ignore', lock!.fd] });
  await lock!.release();
  const next = await acquireLock(path);
  expect(next).toBeDefined();
  await next!.release();
});
