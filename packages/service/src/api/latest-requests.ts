import { problem } from '../problems.ts';

/** Cancels a page's request when the page sends a newer one of the same kind. */
export class LatestRequests {
  readonly #running = new Map<string, AbortController>();

  /**
   * Runs a request, and cancels an unfinished request with the same key.
   *
   * @param key identifies the page and the kind of request; undefined if the client does not identify itself
   * @throws {HttpError} 409 when a newer request cancels this one
   */
  async run<T>(
    key: string | undefined,
    signal: AbortSignal,
    request: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return request(signal);
    this.#running.get(key)?.abort(problem('superseded', { detail: 'The page has sent a newer request' }));
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      return await request(AbortSignal.any([signal, controller.signal]));
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      throw error;
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }
}
