import type { ControlledTransaction } from 'kysely';
import type { RoutingContext } from '@writ/http';
import type { Database, Tables } from '../database/tables.ts';
import type { Tokens } from '../services/tokens.ts';

/** The objects that all requests share. */
export interface Services {
  readonly database: Database;
  readonly tokens: Tokens;
}

/** The services and the transaction of one request. */
export class Conduit implements Services {
  /** For reading. Do not use it once the request has a transaction: SQLite has one connection. */
  readonly database: Database;
  readonly tokens: Tokens;
  #transaction: Promise<ControlledTransaction<Tables>> | undefined;

  constructor({ database, tokens }: Services) {
    this.database = database;
    this.tokens = tokens;
  }

  /** The request's conduit, which {@link openConduit} has created. */
  static of({ data }: RoutingContext): Conduit {
    return data.get(Conduit) as Conduit;
  }

  /** Begins the request's transaction on the first call, so that a slow body or password hash does not hold it. */
  transaction(): Promise<Database> {
    this.#transaction ??= this.database.startTransaction().execute();
    return this.#transaction;
  }

  async commit(): Promise<void> {
    await (await this.#transaction)?.commit().execute();
  }

  async rollback(): Promise<void> {
    await (await this.#transaction)?.rollback().execute();
  }
}
