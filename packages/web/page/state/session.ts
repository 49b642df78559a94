import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { exchangeCode, removeCode } from '../api/one-time-code.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { readToken, removeToken, storeToken } from '../api/token.ts';
import type { Words } from '../words/english.ts';

/** A message to the user. Messages from the service are always in English. */
export interface Message {
  readonly text: string;
  readonly isFromService?: boolean;
}

/** The page's access to the service, and the messages about failed requests. */
export class Session {
  /** `closed`: the page needs a login or a token. */
  readonly status: Signal<'opening' | 'closed' | 'open'> = signal<'opening' | 'closed' | 'open'>('opening');
  readonly message: Signal<Message | undefined> = signal<Message | undefined>(undefined);
  readonly #words: ReadonlySignal<Words>;
  readonly #opened: () => Promise<void>;
  /** Whether the user can log in with a name and a password; undefined until the service has said so. */
  readonly hasLogin: Signal<boolean | undefined> = signal<boolean | undefined>(undefined);
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
          this.#requireEntry();
          this.message.value = this.#describe(error);
          return;
        }
      }
    }
    // Over TLS, the browser may have the cookie of a session.
    if (readToken() === undefined && !usesTls()) this.#requireEntry();
    else await this.#open();
  }

  /** Opens the page with a name and a password. */
  async logIn(user: string, password: string): Promise<void> {
    const { token } = await dataOf(service().POST('/session/login', { body: { user, password } }));
    if (token !== undefined) storeToken(token);
    await this.#open();
  }

  /** Ends the session, and removes the token from this tab. */
  async logOut(): Promise<void> {
    await service().DELETE('/api/session');
    removeToken(readToken());
    this.#requireEntry();
  }

  /** Opens the page with a token that the user entered. */
  async enter(token: string): Promise<void> {
    this.#entered = true;
    storeToken(token);
    await this.#open();
  }

  /** Requires a login or a token, because the service has rejected a request with 401. */
  close(): void {
    this.#requireEntry();
    if (this.#entered) this.message.value = { text: this.#words.value.messages.tokenRefused };
  }

  #requireEntry(): void {
    this.status.value = 'closed';
    void this.#loadEntry();
  }

  /** Without a response, the form for the token remains. */
  async #loadEntry(): Promise<void> {
    try {
      this.hasLogin.value = (await dataOf(service().GET('/session'))).login;
    } catch {
      this.hasLogin.value = false;
    }
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
    const { messages, people } = this.#words.value;
    if (!(error instanceof Problem)) return { text: messages.noResponse };
    if (error.document.code === 'login-refused') return { text: people.refused };
    if (error.status === 429 && error.retryAfter !== undefined && this.status.peek() === 'closed')
      return { text: people.busy(error.retryAfter) };
    if (error.message === '') return { text: messages.status(error.status) };
    return { text: error.message, isFromService: true };
  }
}

function usesTls(): boolean {
  return location.protocol.startsWith('https');
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
