/** A timer for a retry. A page that is hidden retries once it is visible again. */
export class RetryTimer {
  #started = new AbortController();

  /** Calls the function once, after the pause in milliseconds. Replaces an earlier call that is still due. */
  start(pause: number, retry: () => void): void {
    this.cancel();
    const { signal } = (this.#started = new AbortController());
    const timer = setTimeout(() => {
      if (document.hidden) document.addEventListener('visibilitychange', retry, { once: true, signal });
      else retry();
    }, pause);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  cancel(): void {
    this.#started.abort();
  }
}
