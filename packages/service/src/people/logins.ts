import { randomBytes } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import { memoryStore, type RateStore } from '@writ/http';
import type { Right } from '../records/rights.ts';
import type { PeopleStore } from '../store/people-store.ts';
import { HASH_COST, randomHash, verifyPassword, type HashCost } from './password-hash.ts';
import { digestCredential } from './people.ts';

/** The beginning of the credentials of sessions. */
export const SESSION_PREFIX = 'session_';

export const loginLimits = {
  /** Passwords that are verified at the same time. */
  verifications: 2,
  /** Attempts for one account in a window of `milliseconds`, whether or not the account exists. */
  account: 10,
  /** Attempts of one address in a window of `milliseconds`. */
  address: 30,
  milliseconds: 300_000,
  /** Milliseconds until a session expires. */
  session: 43_200_000,
} as const;

/** A session that a login has opened. */
export interface OpenedSession {
  readonly user: string;
  readonly role: Right;
  /** The secret that proves the session. */
  readonly credential: string;
  /** ISO 8601, UTC. */
  readonly expires: string;
}

/** The result of an attempt to log in. */
export type LoginResult =
  | { readonly kind: 'opened'; readonly session: OpenedSession }
  /** The name or the password is wrong. `user` is the name if such a user exists. */
  | { readonly kind: 'refused'; readonly user?: string }
  | { readonly kind: 'busy'; readonly seconds: number };

export interface LoginsOptions {
  readonly store: PeopleStore;
  readonly now: () => Date;
  /** Counts the attempts for each account; default: in the memory of this process. */
  readonly rates?: RateStore;
  /** Replaces the cost of the hash for unknown names in tests. */
  readonly cost?: HashCost;
}

/** Logs users in with their passwords. */
export class Logins {
  readonly #store: PeopleStore;
  readonly #now: () => Date;
  readonly #rates: RateStore;
  readonly #verifications = new Semaphore(loginLimits.verifications);
  /** The hash that is compared for unknown names, so that the response takes as long as for known ones. */
  readonly #unknownHash: string;

  constructor({ store, now, rates = memoryStore(), cost = HASH_COST }: LoginsOptions) {
    this.#store = store;
    this.#now = now;
    this.#rates = rates;
    this.#unknownHash = randomHash(cost);
  }

  async logIn(name: string, password: Secret): Promise<LoginResult> {
    const result = await this.#limited(name, () => this.#logIn(name, password));
    return typeof result === 'number' ? { kind: 'busy', seconds: result } : result;
  }

  /**
   * Verifies the password of a user who is already logged in.
   *
   * @returns whether it is right; a number if too many passwords are being verified: the seconds to wait
   */
  async verify(name: string, password: Secret): Promise<boolean | number> {
    return this.#limited(name, async () => {
      const user = await this.#store.user(name);
      return user !== undefined && (await verifyPassword(password, user.password));
    });
  }

  /** Ends a session. */
  async logOut(credential: string): Promise<void> {
    await this.#store.deleteSession(digestCredential(credential));
  }

  /** Runs an attempt for an account; returns the seconds to wait if there are too many attempts. */
  async #limited<T>(name: string, attempt: () => Promise<T>): Promise<T | number> {
    const { count, left } = await this.#rates.hit(`login ${name}`, loginLimits.milliseconds);
    if (count > loginLimits.account) return Math.max(1, Math.ceil(left / 1_000));
    if (!this.#verifications.tryAcquire()) return 1;
    try {
      return await attempt();
    } finally {
      this.#verifications.release();
    }
  }

  async #logIn(name: string, password: Secret): Promise<LoginResult> {
    const user = await this.#store.user(name);
    const isRight = await verifyPassword(password, user?.password ?? this.#unknownHash);
    if (user === undefined) return { kind: 'refused' };
    const refused = { kind: 'refused', user: user.name } as const;
    if (!isRight) return refused;
    const credential = `${SESSION_PREFIX}${randomBytes(32).toString('base64url')}`;
    const now = this.#now();
    const expires = new Date(now.getTime() + loginLimits.session).toISOString();
    const session = {
      digest: digestCredential(credential),
      owner: user.name,
      created: now.toISOString(),
      expires,
    };
    if (!(await this.#store.addSession(session, user.password))) return refused;
    return { kind: 'opened', session: { user: user.name, role: user.role, credential, expires } };
  }
}
