import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  FIRST_HASH,
  hashEntry,
  type AuditCredential,
  type AuditEntry,
  type AuditRecord,
} from '../records/audit-entry.ts';
import { verifyEntries, type AuditHead, type AuditVerification } from '../records/audit-chain.ts';
import type { Database, Engine } from './engine.ts';
import type { AuditRow } from './people-tables.ts';

/** Entries that are read at once. */
const READ_SIZE = 1_000;

/**
 * The audit log. The database refuses to change or delete entries: in SQLite by triggers, in PostgreSQL by triggers and
 * by the rights of the service's role.
 */
export class AuditLog {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Appends an entry, which then survives a power failure.
   *
   * @throws {StoreError} when the database cannot be written
   */
  async append(record: AuditRecord): Promise<void> {
    const entry = { ...record, entry: randomUUID() };
    await this.#engine.transaction((database) => this.appendWithin(database, entry), { durable: true });
  }

  /**
   * Appends an entry in a transaction with other changes, so that there is either both or neither. Create `entry` outside
   * of the work of the transaction, which may be repeated.
   */
  async appendWithin(
    database: Database,
    { entry, ...record }: AuditRecord & Pick<AuditEntry, 'entry'>,
  ): Promise<void> {
    // Two processes must not append an entry after the same predecessor.
    if (this.#engine.kind === 'postgres')
      await sql`select pg_advisory_xact_lock(hashtextextended('writ audit', 0))`.execute(database);
    const stored = await database
      .selectFrom('audit')
      .select('number')
      .where('entry', '=', entry)
      .executeTakeFirst();
    if (stored !== undefined) return;
    const last = await database
      .selectFrom('audit')
      .select(['number', 'hash'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const row = { number: Number(last?.number ?? 0) + 1, entry, ...record };
    await database
      .insertInto('audit')
      .values({ ...row, hash: hashEntry(row, last?.hash ?? FIRST_HASH) })
      .execute();
  }

  /** Returns at most `limit` entries, newest first, with numbers below `before`. */
  async list(limit: number, before?: number): Promise<readonly AuditEntry[]> {
    const rows = await this.#engine.read((database) => {
      const all = database.selectFrom('audit').selectAll().orderBy('number', 'desc').limit(limit);
      return (before === undefined ? all : all.where('number', '<', before)).execute();
    });
    return rows.map(toEntry);
  }

  /**
   * Searches for changed, missing and swapped entries.
   *
   * @param known an entry that was noted earlier
   */
  async verify(known?: AuditHead): Promise<AuditVerification> {
    return verifyEntries(this.#readAll(), known);
  }

  async *#readAll(): AsyncGenerator<AuditEntry> {
    for (let last = 0; ;) {
      const rows = await this.#engine.read((database) =>
        database
          .selectFrom('audit')
          .selectAll()
          .where('number', '>', last)
          .orderBy('number')
          .limit(READ_SIZE)
          .execute(),
      );
      yield* rows.map(toEntry);
      if (rows.length < READ_SIZE) return;
      last = Number(rows.at(-1)!.number);
    }
  }
}

function toEntry({ number, status, credential, ...rest }: Readonly<AuditRow>): AuditEntry {
  return {
    ...rest,
    number: Number(number),
    status: Number(status),
    credential: credential as AuditCredential,
  };
}
