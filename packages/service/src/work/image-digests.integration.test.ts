import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { hashInThread } from './image-digests.ts';

const { signal } = new AbortController();

it('a worker thread computes the SHA-256 of a file', async () => {
  const file = join(temporaryFolder(), 'disk.img');
  const content = Buffer.alloc(9_000_000, 'abc');
  writeFileSync(file, content);
  expect(await hashInThread(file, signal)).toBe(createHash('sha256').update(content).digest('hex'));
});

it('the worker thread ends if the file cannot be read, or when the service stops', async () => {
  await expect(hashInThread('/nonexistent', signal)).rejects.toThrow('ENOENT');
  await expect(hashInThread('/dev/zero', AbortSignal.timeout(50))).rejects.toThrow('aborted');
});

it('an error of the worker thread after the service has stopped does not end the process', async () => {
  // The thread fails before it is terminated.
  const terminate = vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
    return new Promise((resolve) => this.once('exit', resolve));
  });
  await expect(hashInThread('/nonexistent', AbortSignal.abort())).rejects.toThrow('aborted');
  expect(terminate).toHaveBeenCalledOnce();
  terminate.mockRestore();
});
