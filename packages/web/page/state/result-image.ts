import { signal, type Signal } from '@preact/signals';
import type { ImageDetails } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Milliseconds between requests while the digest is being computed. */
const DIGEST_PAUSE = 2_000;

/** The image of the displayed installation. */
export class ResultImage {
  /** Undefined if there is no image, or if its details are not loaded yet. */
  readonly details: Signal<ImageDetails | undefined> = signal<ImageDetails | undefined>(undefined);
  readonly #session: Session;
  #stop = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads the details of the image repeatedly until its digest is known or there is no image. */
  async load(id: number): Promise<void> {
    this.discard();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    const request = { params: { path: { id } }, signal: stopped };
    while (!stopped.aborted) {
      const install = await this.#session.guard(
        () => dataOf(service().GET('/api/installs/{id}', request)),
        true,
      );
      if (stopped.aborted) return;
      if (install !== undefined) {
        this.details.value = install.image;
        if (install.image === undefined || install.image.sha256 !== undefined) return;
      }
      // The details remain displayed until the next response.
      await new Promise((resolve) => {
        setTimeout(resolve, DIGEST_PAUSE);
      });
    }
  }

  discard(): void {
    this.#stop.abort();
    this.details.value = undefined;
  }
}
