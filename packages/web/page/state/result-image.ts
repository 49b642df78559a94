import { signal, type Signal } from '@preact/signals';
import type { ImageDetails } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Milliseconds between two requests while the digest is being computed. */
const DIGEST_PAUSE = 2_000;

/** The image of the displayed installation. */
export class ResultImage {
  /** Undefined if there is no image, or if its details are not loaded yet. */
  readonly details: Signal<ImageDetails | undefined> = signal<ImageDetails | undefined>(undefined);
  readonly #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Loads the details of the image repeatedly until its digest is known. */
  async load(id: number): Promise<void> {
    this.discard();
    const timer = setTimeout(() => void this.load(id), DIGEST_PAUSE);
    this.#timer = timer;
    await this.#session.guard(async () => {
      const params = { path: { id } };
      const { image } = await dataOf(service().GET('/api/installs/{id}', { params }));
      if (timer !== this.#timer) return;
      this.details.value = image;
      if (image === undefined || image.sha256 !== undefined) clearTimeout(timer);
    }, true);
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.details.value = undefined;
  }
}
