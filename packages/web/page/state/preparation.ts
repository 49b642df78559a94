import type { Message, Session } from './session.ts';

/** Milliseconds between requests for the progress of the demonstration mirror. */
const PAUSE = 1_000;

/** Polls the progress of the demonstration mirror's preparation. */
export class Preparation {
  readonly #session: Session;
  readonly #load: () => Promise<boolean>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The message about the last request, if it failed. The next response removes it, but no other message. */
  #failure: Message | undefined;

  /** @param load requests the progress and shows it; returns whether the mirror is still being prepared */
  constructor(session: Session, load: () => Promise<boolean>) {
    this.#session = session;
    this.#load = load;
  }

  /** Requests the progress until the preparation has ended or the page needs a token; continues after failures. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#request(), PAUSE);
  }

  async #request(): Promise<void> {
    const isPreparing = await this.#session.guard(this.#load, true);
    const { message } = this.#session;
    if (isPreparing === undefined) this.#failure = message.peek();
    else if (this.#failure !== undefined && message.peek() === this.#failure) message.value = undefined;
    if (isPreparing !== false && this.#session.status.peek() !== 'closed') this.follow();
  }
}
