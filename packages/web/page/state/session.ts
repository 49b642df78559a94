import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { exchangeCode, removeCode } from '../api/one-time-code.ts';
import { Problem } from '../api/problem.ts';
import { readToken, storeToken } from '../api/token.ts';
import type { Words } from '../words/english.ts';

/** A message to the user. Messages from the service are always in English. */
export interface Message {
  readonly text: string;
  readonly isFromService?: boolean;
}

/** The page's access to the service, and the messages about failed requests. */
export class Session {
  /** `closed`: the page needs a token. */
  readonly status: Signal<'opening' | 'closed' | 'open'> = signal<'opening' | 'closed' | 'open'>('opening');
  readonly message: Signal<Message | undefined> = signal<Message | undefined>(undefined);
  readonly #words: ReadonlySignal<Words>;
  readonly #opened: () => Promise<void>;
  /** Whether the user has entered a token that has not been accepted yet. */
  #entered = false;

  /** @param opened loads the page's data; fails with 401 if the token is not valid */
  constructor(words: ReadonlySignal<Words>, opened: () => Promise<void>) {
    this.#words = words;
    this.#opened = opened;
  }

  /** Opens the page with the code in the address, or with the token stored in this tab. */
  async authenticate(): Promise<void> {
    const code = removeCode();
    if (code !== undefined) {
      try {
        await exchangeCode(code);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (readToken() === undefined) {
          this.status.value = 'closed';
          this.message.value = this.#describe(error);
          return;
        }
      }
    }
    if (readToken() === undefined) this.status.value = 'closed';
    else await this.#open();
  }

  /** Opens the page with a token that the user entered. */
  async enter(token: string): Promise<void> {
    this.#entered = true;
    storeToken(token);
    await this.#open();
  }

  /** Requires a token, because the service has rejected a request with 401. */
  close(): void {
    this.status.value = 'closed';
    if (this.#entered) this.message.value = { text: this.#words.value.messages.tokenRefused };
  }

  async #open(): Promise<void> {
    await this.#opened();
    this.#entered = false;
    this.status.value = 'open';
  }

  /**
   * Calls a function that sends requests. If it fails, shows a message and returns undefined. An aborted request
   * shows no message; after status 401, the page requires a token.
   *
   * @param repeated whether this is an automatic retry, which does not clear the previous message
   */
  async guard<Result>(work: () => Promise<Result>, repeated = false): Promise<Result | undefined> {
    try {
      if (!repeated) this.message.value = undefined;
      return await work();
    } catch (error) {
      if (isAbort(error)) return undefined;
      if (error instanceof Problem && error.status === 401) {
        this.close();
      } else this.message.value = this.#describe(error);
      return undefined;
    }
  }

  #describe(error: unknown): Message {
    const { messages } = this.#words.value;
    if (!(error instanceof Problem)) return { text: messages.noResponse };
    if (error.message === '') return { text: messages.status(error.status) };
    return { text: error.message, isFromService: true };
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
