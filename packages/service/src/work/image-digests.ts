import { once } from 'node:events';
import { lstatSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Store } from '../store/store.ts';

/** Computes the digests of images in a worker thread, one at a time, and stores them. */
export class ImageDigests {
  readonly #store: Store;
  readonly #hash: FileHasher;
  readonly #reportError: (message: string, error: unknown) => void;
  readonly #queued = new Set<number>();
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(store: Store, hash: FileHasher, reportError: (message: string, error: unknown) => void) {
    this.#store = store;
    this.#hash = hash;
    this.#reportError = reportError;
  }

  /**
   * Returns the SHA-256 of an installation's image, in hexadecimal; undefined if the digest is not known for the
   * current file; the call then starts the computation, unless it is already running or queued.
   */
  async get(id: number, path: string): Promise<string | undefined> {
    const stored = await this.#readStored(id, path);
    if (stored === undefined) this.begin(id, path);
    return stored;
  }

  /** Starts the computation of the digest, unless it is already running or queued. */
  begin(id: number, path: string): void {
    if (this.#queued.has(id)) return;
    this.#queued.add(id);
    this.#last = this.#last.then(() => this.#compute(id, path));
  }

  /** Cancels the computations that are running or queued; resolves when they have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#last;
  }

  /** Returns the stored digest; undefined if there is none for the current file. */
  async #readStored(id: number, path: string): Promise<string | undefined> {
    const text = await this.#store.document(id, 'image');
    const stored = text === undefined ? undefined : (JSON.parse(text) as StoredDigest);
    return stored?.version === versionOf(path) ? stored?.sha256 : undefined;
  }

  async #compute(id: number, path: string): Promise<void> {
    const { signal } = this.#stop;
    try {
      if (signal.aborted || (await this.#readStored(id, path)) !== undefined) return;
      const version = versionOf(path);
      const sha256 = await this.#hash(path, signal);
      const isCurrent = version !== undefined && versionOf(path) === version;
      if (isCurrent && (await this.#store.get(id)) !== undefined) {
        await this.#store.setDocument(
          id,
          'image',
          JSON.stringify({ sha256, version } satisfies StoredDigest),
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#reportError(`The digest of the image of installation ${id} cannot be computed`, error);
    } finally {
      this.#queued.delete(id);
    }
  }
}

/** Returns the SHA-256 of a file in hexadecimal; rejects when `signal` aborts. */
export type FileHasher = (path: string, signal: AbortSignal) => Promise<string>;

/**
 * Hashes a file in its own worker thread, because hashing an image of several GiB may exceed the time limit of the
 * toolkit's worker threads.
 */
export const hashInThread: FileHasher = async (path, signal) => {
  const file = import.meta.url.endsWith('.ts') ? './hash-file.ts' : './hash-file.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: path, execArgv: [] });
  // After an abort, `once` listens no longer, and an error of the thread before its end would end the process.
  worker.on('error', () => {});
  try {
    const [sha256] = (await once(worker, 'message', { signal })) as [string];
    return sha256;
  } finally {
    await worker.terminate();
  }
};

interface StoredDigest {
  readonly sha256: string;
  /** See {@link versionOf}. */
  readonly version: string;
}

/** Identifies the content of a file; undefined if it does not exist. */
function versionOf(path: string): string | undefined {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.ino}-${found.size}-${found.mtimeNs}`;
}
