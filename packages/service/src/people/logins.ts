import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';
import { Semaphore } from '@writ/diagnostics/internal';
import { memoryStore, type RateStore } from '@writ/http';
import { clientKey } from '@writ/http/kernel';
import type { Right } from '../records/rights.ts';
import type { PeopleStore } from '../store/people-store.ts';
import type { UserRow } from '../store/people-tables.ts';
import { HASH_COST, randomHash, verifyPassword, type HashCost } from './password-hash.ts';
import { digestCredential, isUserName } from './people.ts';

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

/** Maximum number of windows in the memory of a server, of which each needs about 200 bytes. */
const MAX_WINDOWS = 200_000;

/**
 * Creates a store that counts the attempts for accounts in memory.
 *
 * It removes no window before its end. Otherwise attempts for other accounts, with any names and from any addresses,
 * could remove the counts of an account, whose password could then be guessed without a limit. Accounts that do not exist
 * are counted in the same store and in the same way, because a difference, also in a full store, would reveal which users
 * exist.
 *
 * When the store is full, accounts without a window must wait. This takes some 67,000 attempts in an hour: each attempt
 * adds three windows at most, and none for an account whose limit for all addresses has been reached, so that practically
 * each attempt that adds windows verifies a password. An attacker who keeps a server verifying so many passwords keeps
 * others from logging in anyway, because a server verifies only a few at the same time.
 *
 * @param clock returns the current time in milliseconds
 */
export function createAttemptStore(clock?: () => number): RateStore {
  return memoryStore(MAX_WINDOWS, clock, 'refuse');
}

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
  /** Returns the current time in milliseconds; default: a clock that is never set. */
  readonly clock?: () => number;
}

/** Logs users in with their passwords. */
export class Logins {
  readonly #store: PeopleStore;
  readonly #now: () => Date;
  readonly #rates: RateStore;
  readonly #secret: string;
  readonly #clock: () => number;
  /** The ends of the windows in which accounts have reached the limit for all addresses, by the keys of the accounts. */
  readonly #exhausted = new Map<string, number>();
  readonly #verifications = new Semaphore(loginLimits.verifications);
  /** The hash that is compared for unknown names, so that the response takes as long as for known ones. */
  readonly #unknownHash: string;

  constructor({
    store,
    now,
    rates,
    secret,
    cost = HASH_COST,
    clock = () => performance.now(),
  }: LoginsOptions) {
    this.#store = store;
    this.#now = now;
    this.#rates = rates;
    this.#secret = secret;
    this.#clock = clock;
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
      const user = await this.#findUser(name);
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
    // Before the attempt is counted, so that a server that is verifying other passwords uses up none of the user's attempts.
    if (!this.#verifications.tryAcquire()) return 1;
    try {
      const wait = await this.#countAttempt(name, address);
      return wait > 0 ? wait : await attempt();
    } finally {
      this.#verifications.release();
    }
  }

  /** Counts an attempt for an account; returns the seconds to wait if it exceeds a limit, and otherwise 0. */
  async #countAttempt(name: string, address: string | undefined): Promise<number> {
    const { account, accountAtAddress } = loginLimits;
    const key = this.#keyOf([name], account);
    const left = (this.#exhausted.get(key) ?? 0) - this.#clock();
    if (left > 0) return toSeconds(left);
    const client = address === undefined ? '' : clientKey(address);
    for (const limit of accountAtAddress) {
      const counted = await this.#rates.hit(this.#keyOf([name, client], limit), limit.milliseconds);
      if (counted.count > limit.attempts) return toSeconds(counted.left);
    }
    const counted = await this.#rates.hit(key, account.milliseconds);
    if (counted.count >= account.attempts) this.#setExhausted(key, counted.left);
    return counted.count > account.attempts ? toSeconds(counted.left) : 0;
  }

  #setExhausted(key: string, left: number): void {
    const time = this.#clock();
    for (const [other, end] of this.#exhausted) if (end <= time) this.#exhausted.delete(other);
    this.#exhausted.set(key, time + left);
  }

  #keyOf(subject: readonly string[], { milliseconds }: AttemptLimit): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([...subject, milliseconds]))
      .digest('base64url');
  }

  async #findUser(name: string): Promise<Readonly<UserRow> | undefined> {
    // A database may reject other names, such as one with U+0000.
    return isUserName(name) ? this.#store.user(name) : undefined;
  }

  async #logIn(name: string, password: Secret): Promise<LoginResult> {
    const user = await this.#findUser(name);
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

function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}
