import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const CHUNK_SIZE = 4 * 1024 * 1024;

/** Returns the SHA-256 of a file, in hexadecimal. */
function hashFile(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const length = readSync(file, buffer);
      if (length === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

const port = parentPort!;
port.postMessage(hashFile(workerData as string));
