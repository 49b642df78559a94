import { LOCAL_CALLER, type AuthenticatedCaller, type Caller } from '../security/caller.ts';
import { lesserRight } from '../records/rights.ts';
import { tokenMatcher } from '../security/token.ts';
import type { PeopleStore } from '../store/people-store.ts';
import { API_TOKEN_PREFIX, digestCredential } from './people.ts';
import { SESSION_PREFIX } from './logins.ts';

const HOUR = 60 * 60 * 1_000;

/** Finds the callers to whom credentials belong: the local token, API tokens and sessions. */
export class Callers {
  readonly #isLocalToken: (given: string) => boolean;
  readonly #store: PeopleStore;
  readonly #now: () => Date;

  constructor(localToken: string, store: PeopleStore, now: () => Date) {
    this.#isLocalToken = tokenMatcher(localToken);
    this.#store = store;
    this.#now = now;
  }

  /** Returns the caller; undefined if the credential is unknown or has expired. */
  find(credential: string): AuthenticatedCaller | undefined | Promise<AuthenticatedCaller | undefined> {
    if (this.#isLocalToken(credential)) return LOCAL_CALLER;
    if (credential.startsWith(API_TOKEN_PREFIX)) return this.#findToken(credential);
    return credential.startsWith(SESSION_PREFIX) ? this.#findSession(credential) : undefined;
  }

  async #findToken(credential: string): Promise<AuthenticatedCaller | undefined> {
    const found = await this.#store.findToken(digestCredential(credential));
    const now = this.#now();
    if (found === undefined || found.expires <= now.toISOString()) return undefined;
    const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString();
    if (found.lastUsed !== hour) await this.#store.setUsed(found.id, hour);
    const { owner: user, name: token, role, scope, expires: tokenExpires } = found;
    return { user, token, credential: 'api-token', right: lesserRight(role, scope), tokenExpires };
  }

  async #findSession(credential: string): Promise<Caller | undefined> {
    const found = await this.#store.findSession(digestCredential(credential));
    if (found === undefined || found.expires <= this.#now().toISOString()) return undefined;
    return { user: found.owner, credential: 'session', right: found.role };
  }
}
