import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import type { RateStore } from '@writ/http';
import { clientKey } from '@writ/http/kernel';
import type { Right } from '../records/rights.ts';
import type { PeopleStore } from '../store/people-store.ts';
import { HASH_COST, randomHash, verifyPassword, type HashCost } from './password-hash.ts';
import { digestCredential } from './people.ts';

/** The beginning of the credentials of sessions. */
export const SESSION_PREFIX = 'session_';

/** A number of attempts in a window that begins with the first of them. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly milliseconds: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface LoginLimits {
  /** Passwords that a server verifies at the same time. */
  readonly verifications: number;
  /** Attempts from one address, for all accounts. */
  readonly address: AttemptLimit;
  /** Attempts for one account from one address, whether or not the account exists. */
  readonly accountAtAddress: readonly [AttemptLimit, AttemptLimit];
  /** Attempts for one account from all addresses. */
  readonly account: AttemptLimit;
  /** Milliseconds until a session expires. */
  readonly session: number;
}

/**
 * Limits on attempts to log in, including successful ones. Attempts that a limit refuses do not count for the following
 * limits.
 */
export const loginLimits: LoginLimits = {
  verifications: 2,
  address: { attempts: 30, milliseconds: 5 * MINUTE },
  // Guesses from one address do not keep the user from logging in at another one. The second limit makes the pauses
  // longer if the attempts continue.
  accountAtAddress: [
    { attempts: 10, milliseconds: 5 * MINUTE },
    { attempts: 30, milliseconds: HOUR },
  ],
  // An attacker can have many addresses: an IPv6 /48 network contains 65,536 networks of clients. The number is the
  // maximum of NIST SP 800-63B (revision 3, section 5.2.2). Such an attacker can keep a user from logging in; sessions,
  // API tokens and the local token remain usable.
  account: { attempts: 100, milliseconds: HOUR },
  session: 12 * HOUR,
};

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
  /** Counts the attempts. */
  readonly rates: RateStore;
  /** A secret without which the names cannot be guessed from the keys of `rates`: a name may be a mistyped password. */
  readonly secret: string;
  /** Replaces the cost of the hash for unknown names in tests. */
  readonly cost?: HashCost;
}

/** Logs users in with their passwords. */
export class Logins {
  readonly #store: PeopleStore;
  readonly #now: () => Date;
  readonly #rates: RateStore;
  readonly #secret: string;
  readonly #verifications = new Semaphore(loginLimits.verifications);
  /** The hash that is compared for unknown names, so that the response takes as long as for known ones. */
  readonly #unknownHash: string;

  constructor({ store, now, rates, secret, cost = HASH_COST }: LoginsOptions) {
    this.#store = store;
    this.#now = now;
    this.#rates = rates;
    this.#secret = secret;
    this.#unknownHash = randomHash(cost);
  }

  /** @param address the IP address of the client */
  async logIn(name: string, password: Secret, address: string | undefined): Promise<LoginResult> {
    const result = await this.#limited(name, address, () => this.#logIn(name, password));
    return typeof result === 'number' ? { kind: 'busy', seconds: result } : result;
  }

  /**
   * Verifies the password of a user who is already logged in.
   *
   * @param address the IP address of the client
   * @returns whether it is right; a number if too many passwords are being verified: the seconds to wait
   */
  async verify(name: string, password: Secret, address: string | undefined): Promise<boolean | number> {
    return this.#limited(name, address, async () => {
      const user = await this.#store.user(name);
      return user !== undefined && (await verifyPassword(password, user.password));
    });
  }

  /** Ends a session. */
  async logOut(credential: string): Promise<void> {
    await this.#store.deleteSession(digestCredential(credential));
  }

  /** Runs an attempt for an account; returns the seconds to wait if there are too many attempts. */
  async #limited<T>(
    name: string,
    address: string | undefined,
    attempt: () => Promise<T>,
  ): Promise<T | number> {
    const client = address === undefined ? '' : clientKey(address);
    for (const limit of loginLimits.accountAtAddress) {
      const wait = await this.#count([name, client], limit);
      if (wait > 0) return wait;
    }
    const wait = await this.#count([name], loginLimits.account);
    if (wait > 0) return wait;
    if (!this.#verifications.tryAcquire()) return 1;
    try {
      return await attempt();
    } finally {
      this.#verifications.release();
    }
  }

  /** Counts an attempt; returns the seconds to wait if it exceeds the limit, and otherwise 0. */
  async #count(subject: readonly string[], { attempts, milliseconds }: AttemptLimit): Promise<number> {
    const key = createHmac('sha256', this.#secret)
      .update(JSON.stringify([...subject, milliseconds]))
      .digest('base64url');
    const { count, left } = await this.#rates.hit(key, milliseconds);
    return count > attempts ? Math.max(1, Math.ceil(left / 1_000)) : 0;
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
