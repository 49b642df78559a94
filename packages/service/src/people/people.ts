import { createHash, randomBytes } from 'node:crypto';
import { RIGHTS, type Right } from '../records/rights.ts';
import type { UserRow } from '../store/people-tables.ts';
import type { Database } from '../store/engine.ts';
import type { PeopleStore, StoredToken } from '../store/people-store.ts';
import { isPasswordHash } from './password-hash.ts';
import { PeopleError } from './people-error.ts';

/** A user, without the hash of the password. */
export type User = Readonly<Omit<UserRow, 'password'>>;

/** A new API token, whose value is not stored and cannot be read again. */
export interface CreatedToken extends StoredToken {
  readonly value: string;
}

/** The members of a token that its creator chooses. */
export interface NewToken {
  /** The name of the user. */
  readonly owner: string;
  readonly name: string;
  readonly scope: Right;
  /** The number of days for which the token is valid. */
  readonly days: number;
}

const USER_NAME = /^[a-z][a-z0-9._-]{0,63}$/;
/** The rule for names of users, for messages. */
const userNameRule = '1 to 64 characters: lower-case letters, digits and . _ -, beginning with a letter';
const TOKEN_NAME = /^[^\p{C}]{1,100}$/u;
/** The number of days for which a token is valid at most. */
const MAX_DAYS = 366;
/** Maximum number of tokens of one user. */
const TOKEN_LIMIT = 100;
const DAY = 24 * 60 * 60 * 1_000;

/** The beginning of all API tokens, by which people and programs recognize a token that was published by mistake. */
export const API_TOKEN_PREFIX = 'writ_';

/** Returns the digest by which a random credential is stored and found. */
export function digestCredential(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}

/** Whether a user can have this name. */
export function isUserName(name: string): boolean {
  return USER_NAME.test(name);
}

/** The rules for users and their API tokens. */
export class People {
  readonly #store: PeopleStore;
  readonly #now: () => Date;

  constructor(store: PeopleStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  async users(): Promise<readonly User[]> {
    return (await this.#store.users()).map(withoutPassword);
  }

  /**
   * Adds a user.
   *
   * @param password the hash of the password
   * @param isFirstAllowed whether the user may be the first one, who must be an administrator
   * @throws {PeopleError} when the name is invalid or in use, or the user would be the first one
   */
  async addUser(
    { name, role, password }: Pick<UserRow, 'name' | 'role' | 'password'>,
    isFirstAllowed: boolean,
  ): Promise<User> {
    if (!isUserName(name)) throw new PeopleError('invalid', `invalid name of a user: use ${userNameRule}`);
    assertRight('role', role);
    assertHash(password);
    const created = this.#now().toISOString();
    const user = { name, role, password, created, changed: created };
    await this.#store.changeUsers(async (database, users) => {
      const known = users.find((each) => each.name === name);
      // The call may have been repeated after a lost connection.
      if (known?.password === password) return;
      if (known !== undefined) throw new PeopleError('user-exists', `the user ${name} exists`);
      if (users.length === 0 && !isFirstAllowed) {
        throw new PeopleError(
          'first-administrator',
          'the first user can only be added on the machine of the service, with writ user add',
        );
      }
      if (users.length === 0 && role !== 'administer') {
        throw new PeopleError('first-administrator', 'the first user must have the role administer');
      }
      await database.insertInto('users').values(user).execute();
    });
    return withoutPassword(user);
  }

  /**
   * Removes a user with all tokens and sessions.
   *
   * @throws {PeopleError} when the user does not exist, or is the last administrator and not the last user
   */
  async removeUser(name: string): Promise<void> {
    let isRemoved = false;
    await this.#store.changeUsers(async (database, users) => {
      if (isRemoved && users.every((each) => each.name !== name)) return;
      const user = findUser(users, name);
      if (users.length > 1) assertOtherAdministrator(users, user);
      isRemoved = true;
      // Deletes the tokens and the sessions as well.
      await database.deleteFrom('users').where('name', '=', name).execute();
    });
  }

  /**
   * Changes the role of a user, whose sessions end.
   *
   * @throws {PeopleError} when the user does not exist or is the last administrator
   */
  async setRole(name: string, role: Right): Promise<User> {
    assertRight('role', role);
    return this.#change(name, { role }, (users, user) => {
      if (role !== 'administer') assertOtherAdministrator(users, user);
    });
  }

  /**
   * Changes the password of a user, whose sessions end.
   *
   * @param password the hash of the password
   * @throws {PeopleError} when the user does not exist
   */
  async setPassword(name: string, password: string): Promise<User> {
    assertHash(password);
    return this.#change(name, { password });
  }

  async tokens(owner?: string): Promise<readonly StoredToken[]> {
    return this.#store.tokens(owner);
  }

  /** @throws {PeopleError} when there is no token with this number */
  async token(id: number): Promise<StoredToken> {
    const token = await this.#store.token(id);
    if (token === undefined) throw new PeopleError('unknown-token', `there is no token ${id}`);
    return token;
  }

  /**
   * Creates a token.
   *
   * @throws {PeopleError} when a member is invalid, or the user does not exist or has too many tokens
   */
  async createToken({ owner, name, scope, days }: NewToken): Promise<CreatedToken> {
    assertRight('scope', scope);
    if (!TOKEN_NAME.test(name))
      throw new PeopleError('invalid', 'invalid name of a token: use 1 to 100 printable characters');
    if (!Number.isSafeInteger(days) || days < 1 || days > MAX_DAYS)
      throw new PeopleError('invalid', `invalid number of days: use a number from 1 to ${MAX_DAYS}`);
    findUser(await this.#store.users(), owner);
    if ((await this.#store.tokens(owner)).length >= TOKEN_LIMIT)
      throw new PeopleError('invalid', `${owner} has ${TOKEN_LIMIT} tokens; revoke some of them first`);
    const value = `${API_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
    const now = this.#now();
    const stored = await this.#store.addToken({
      owner,
      name,
      scope,
      digest: digestCredential(value),
      created: now.toISOString(),
      expires: new Date(now.getTime() + days * DAY).toISOString(),
    });
    return { ...stored, value };
  }

  /** @throws {PeopleError} when there is no token with this number */
  async revokeToken(id: number): Promise<StoredToken> {
    const token = await this.token(id);
    await this.#store.deleteToken(id);
    return token;
  }

  /** Changes a user and ends all sessions of the user. */
  async #change(
    name: string,
    change: Partial<Pick<UserRow, 'role' | 'password'>>,
    check: (users: readonly UserRow[], user: UserRow) => void = () => {},
  ): Promise<User> {
    const changed = this.#now().toISOString();
    return this.#store.changeUsers(async (database: Database, users) => {
      const user = findUser(users, name);
      check(users, user);
      const values = { ...change, changed };
      await database.updateTable('users').set(values).where('name', '=', name).execute();
      await database.deleteFrom('sessions').where('owner', '=', name).execute();
      return withoutPassword({ ...user, ...values });
    });
  }
}

/** @throws {PeopleError} when the user does not exist */
function findUser(users: readonly Readonly<UserRow>[], name: string): Readonly<UserRow> {
  const user = users.find((each) => each.name === name);
  if (user === undefined) throw new PeopleError('unknown-user', `there is no user ${JSON.stringify(name)}`);
  return user;
}

function assertOtherAdministrator(users: readonly UserRow[], user: UserRow): void {
  const isOther = users.some(({ name, role }) => name !== user.name && role === 'administer');
  if (user.role === 'administer' && !isOther)
    throw new PeopleError('last-administrator', `${user.name} is the last administrator`);
}

function assertRight(what: 'role' | 'scope', right: string): void {
  if (!(RIGHTS as readonly string[]).includes(right))
    throw new PeopleError('invalid', `invalid ${what}: use ${RIGHTS.join(', ')}`);
}

function assertHash(password: string): void {
  if (!isPasswordHash(password)) throw new PeopleError('invalid', 'the hash of the password is not valid');
}

function withoutPassword({ password: _password, ...user }: Readonly<UserRow>): User {
  return user;
}
