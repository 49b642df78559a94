import { createHash } from 'node:crypto';
import { HttpError } from '@writ/http';
import type { Install } from '../records/install.ts';
import type { IdempotencyKey } from '../records/install.ts';
import { KeyInUse } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';

const KEY = /^[!-~]{1,255}$/;

/** Answers a repeated request with the installation that the first one started. */
export class IdempotentStarts {
  readonly #store: Store;
  readonly #inProgress = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Calls `start` or, if an earlier request with this key has started an installation, `repeat`.
   *
   * @param key the value of the `Idempotency-Key` header; undefined if the request has none
   * @param request the members of the request that contain no secret; no digest of the others is stored
   * @throws {HttpError} 400 for an invalid key, 409 while the first request is in progress, 422 when the key was sent
   * with a different request
   */
  async run<T>(
    key: string | undefined,
    request: readonly unknown[],
    repeat: (install: Install) => T,
    start: (key: IdempotencyKey | undefined) => T | Promise<T>,
  ): Promise<T> {
    if (key === undefined) return start(undefined);
    if (!KEY.test(key)) {
      throw new HttpError('invalid-values', 'Invalid Idempotency-Key: use 1 to 255 visible ASCII characters');
    }
    const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const known = await this.#findKnown(key, fingerprint);
    if (known !== undefined) return repeat(known);
    if (this.#inProgress.has(key)) {
      throw new HttpError(
        'idempotency-key-in-use',
        'A request with this Idempotency-Key is still in progress',
      );
    }
    this.#inProgress.add(key);
    try {
      // The first request may have been completed since the lookup above.
      const started = await this.#findKnown(key, fingerprint);
      return started === undefined ? await start({ key, fingerprint }) : repeat(started);
    } catch (error) {
      // Another server may have received the same request.
      const other = error instanceof KeyInUse ? await this.#findKnown(key, fingerprint) : undefined;
      if (other === undefined) throw error;
      return repeat(other);
    } finally {
      this.#inProgress.delete(key);
    }
  }

  async #findKnown(key: string, fingerprint: string): Promise<Install | undefined> {
    const known = await this.#store.findByKey(key);
    if (known === undefined || known.fingerprint === fingerprint) return known?.install;
    const detail = `This Idempotency-Key was already used for installation ${known.install.id}, with a different request`;
    throw new HttpError('idempotency-key-reused', detail);
  }
}
