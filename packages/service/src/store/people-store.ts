import type { Right } from '../records/rights.ts';
import { attempt, type Database, type Engine } from './engine.ts';
import type { SessionRow, TokenRow, UserRow } from './people-tables.ts';

/** An API token as it is listed; the token itself is not stored. */
export type StoredToken = Readonly<Omit<TokenRow, 'id' | 'digest' | 'last_used'>> & {
  readonly id: number;
  readonly lastUsed: string | null;
};

/** A credential that was found by its digest, with the current role of its owner. */
export interface FoundCredential {
  readonly owner: string;
  readonly role: Right;
  readonly expires: string;
}

/** An API token that was found by its digest. */
export interface FoundToken extends FoundCredential {
  readonly id: number;
  readonly name: string;
  readonly scope: Right;
  readonly lastUsed: string | null;
}

/** Users, their API tokens and their sessions. All calls reject with a {@link StoreError} if the database cannot be used. */
export class PeopleStore {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether there is a user. */
  async hasUsers(): Promise<boolean> {
    const found = await this.#engine.read((database) =>
      database.selectFrom('users').select('name').limit(1).executeTakeFirst(),
    );
    return found !== undefined;
  }

  /** Returns all users by name. */
  async users(): Promise<readonly Readonly<UserRow>[]> {
    return this.#engine.read((database) =>
      database.selectFrom('users').selectAll().orderBy('name').execute(),
    );
  }

  async user(name: string): Promise<Readonly<UserRow> | undefined> {
    return this.#engine.read((database) =>
      database.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst(),
    );
  }

  /**
   * Changes users while no other process does; the change survives a power failure.
   *
   * @param work receives all users as they are; may run again after a lost connection
   */
  async changeUsers<T>(
    work: (database: Database, users: readonly Readonly<UserRow>[]) => Promise<T>,
  ): Promise<T> {
    return this.#engine.transaction(
      async (database) =>
        work(database, await database.selectFrom('users').selectAll().orderBy('name').execute()),
      { durable: true, alone: true },
    );
  }

  /** Returns the tokens of all users, or of one, oldest first. */
  async tokens(owner?: string): Promise<readonly StoredToken[]> {
    const rows = await this.#engine.read((database) => {
      const all = database.selectFrom('api_tokens').selectAll().orderBy('id');
      return (owner === undefined ? all : all.where('owner', '=', owner)).execute();
    });
    return rows.map(toStoredToken);
  }

  async token(id: number): Promise<StoredToken | undefined> {
    const row = await this.#engine.read((database) =>
      database.selectFrom('api_tokens').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row && toStoredToken(row);
  }

  /** Adds a token, unless one with the same digest is stored. */
  async addToken(token: Omit<TokenRow, 'id' | 'last_used'>): Promise<StoredToken> {
    return this.#engine.transaction(
      async (database) => {
        await database
          .insertInto('api_tokens')
          .values(token)
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .execute();
        const row = await database
          .selectFrom('api_tokens')
          .selectAll()
          .where('digest', '=', token.digest)
          .executeTakeFirstOrThrow();
        return toStoredToken(row);
      },
      { durable: true },
    );
  }

  async deleteToken(id: number): Promise<void> {
    await this.#engine.transaction(
      (database) => database.deleteFrom('api_tokens').where('id', '=', id).execute(),
      { durable: true },
    );
  }

  async findToken(digest: string): Promise<FoundToken | undefined> {
    const row = await this.#engine.read((database) =>
      database
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.name', 'api_tokens.owner')
        .select(['id', 'owner', 'role', 'api_tokens.name', 'scope', 'expires', 'last_used'])
        .where('digest', '=', digest)
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { last_used: lastUsed, id, ...rest } = row;
    return { ...rest, id: Number(id), lastUsed };
  }

  /** Records the time of the last use; a failure is ignored. */
  async setUsed(id: number, time: string): Promise<void> {
    await attempt(() =>
      this.#engine.transaction((database) =>
        database.updateTable('api_tokens').set({ last_used: time }).where('id', '=', id).execute(),
      ),
    );
  }

  /**
   * Adds a session and deletes those that have expired.
   *
   * @returns false if the password of the user has changed in the meantime
   */
  async addSession(session: SessionRow, password: string): Promise<boolean> {
    return this.#engine.transaction(
      async (database) => {
        const owner = await database
          .selectFrom('users')
          .select('name')
          .where('name', '=', session.owner)
          .where('password', '=', password)
          .executeTakeFirst();
        if (owner === undefined) return false;
        await database.deleteFrom('sessions').where('expires', '<=', session.created).execute();
        await database
          .insertInto('sessions')
          .values(session)
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .execute();
        return true;
      },
      { alone: true },
    );
  }

  async findSession(digest: string): Promise<FoundCredential | undefined> {
    return this.#engine.read((database) =>
      database
        .selectFrom('sessions')
        .innerJoin('users', 'users.name', 'sessions.owner')
        .select(['owner', 'role', 'expires'])
        .where('digest', '=', digest)
        .executeTakeFirst(),
    );
  }

  async deleteSession(digest: string): Promise<void> {
    await this.#engine.transaction((database) =>
      database.deleteFrom('sessions').where('digest', '=', digest).execute(),
    );
  }
}

function toStoredToken({ id, digest: _digest, last_used: lastUsed, ...rest }: ReadTokenRow): StoredToken {
  return { id: Number(id), ...rest, lastUsed };
}

type ReadTokenRow = Omit<TokenRow, 'id'> & { readonly id: number };
