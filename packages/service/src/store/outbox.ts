import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Install } from '../records/install.ts';
import { attempt, type Database, type Engine } from './engine.ts';

/** A webhook that has not been delivered. */
export interface Delivery {
  readonly number: number;
  /** Identifies the webhook for its receiver. */
  readonly id: string;
  /** The content as JSON. */
  readonly body: string;
  /** The number of failed attempts. */
  readonly attempts: number;
  /** The time of the next attempt in milliseconds since 1970. */
  readonly due: number;
}

/** Maximum number of webhooks that wait for one receiver; the oldest are dropped first. */
const WAITING_LIMIT = 1_000;

/**
 * Webhooks that are waiting for delivery. They are stored with the change that they announce, so a crash loses none.
 */
export class Outbox {
  readonly #engine: Engine;
  readonly #receivers: Set<string>;
  readonly #isSender: boolean;

  /**
   * @param endpoints IDs of the receivers; undefined for a worker, which adds webhooks for the receivers that the
   * servers have registered
   */
  constructor(engine: Engine, endpoints: readonly string[] | undefined) {
    this.#engine = engine;
    this.#receivers = new Set(endpoints);
    this.#isSender = endpoints !== undefined || !engine.isShared;
  }

  /**
   * Deletes the webhooks for receivers that no longer exist, and registers the others in a shared database; returns false
   * if the database cannot be written.
   */
  async removeOthers(): Promise<boolean> {
    if (!this.#isSender) return true;
    return this.#attempt(async (database) => {
      const receivers = [...this.#receivers];
      const isOther =
        receivers.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`endpoint not in (${sql.join(receivers)})`;
      await database.deleteFrom('deliveries').where(isOther).execute();
      if (!this.#engine.isShared) return;
      await database.deleteFrom('receivers').where(isOther).execute();
      for (const endpoint of receivers) {
        await database
          .insertInto('receivers')
          .values({ endpoint })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }

  /** Adds a webhook for each receiver; call it in the same transaction as the change. */
  async announce(database: Database, install: Install, time: string): Promise<void> {
    for (const endpoint of await this.#listReceivers(database)) {
      const body = toBody(install, time);
      const due = Date.parse(time);
      await database
        .insertInto('deliveries')
        .values({ id: `msg_${randomUUID()}`, endpoint, body, attempts: 0, due })
        .execute();
      const retained = database
        .selectFrom('deliveries')
        .select('number')
        .where('endpoint', '=', endpoint)
        .orderBy('number', 'desc')
        .limit(WAITING_LIMIT);
      await database
        .deleteFrom('deliveries')
        .where('endpoint', '=', endpoint)
        .where('number', 'not in', retained)
        .execute();
    }
  }

  /** Returns the webhook that is due next; undefined if none is waiting. */
  next(endpoint: string): Promise<Delivery | undefined> {
    return this.#engine.read((database) =>
      database
        .selectFrom('deliveries')
        .select(['number', 'id', 'body', 'attempts', 'due'])
        .where('endpoint', '=', endpoint)
        .orderBy('due')
        .orderBy('number')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  /**
   * Reserves a webhook for one attempt, so that no other server sends it at the same time: it is due again at `until`.
   * Returns false if another server has reserved it, or the database cannot be written. Has no effect in a database
   * that is not shared.
   */
  async reserve({ number, due }: Delivery, until: number): Promise<boolean> {
    if (!this.#engine.isShared) return true;
    let isReserved = false;
    await this.#attempt(async (database) => {
      const { numUpdatedRows } = await database
        .updateTable('deliveries')
        .set({ due: until })
        .where('number', '=', number)
        .where('due', '=', due)
        .executeTakeFirst();
      isReserved = numUpdatedRows > 0n;
    });
    return isReserved;
  }

  /** Deletes a webhook; returns false if the database cannot be written. */
  remove(number: number): Promise<boolean> {
    return this.#attempt((database) =>
      database.deleteFrom('deliveries').where('number', '=', number).execute(),
    );
  }

  /** Schedules the next attempt; returns false if the database cannot be written. */
  postpone(number: number, attempts: number, due: number): Promise<boolean> {
    return this.#attempt((database) =>
      database.updateTable('deliveries').set({ attempts, due }).where('number', '=', number).execute(),
    );
  }

  /** Deletes the webhooks for a receiver, and adds no more for it. */
  async cancel(endpoint: string): Promise<void> {
    this.#receivers.delete(endpoint);
    await this.#attempt(async (database) => {
      await database.deleteFrom('deliveries').where('endpoint', '=', endpoint).execute();
      if (this.#engine.isShared)
        await database.deleteFrom('receivers').where('endpoint', '=', endpoint).execute();
    });
  }

  /** Returns the number of waiting webhooks. */
  count(): Promise<number> {
    return this.#engine.read(async (database) => {
      const { total } = await database
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    });
  }

  async #listReceivers(database: Database): Promise<Iterable<string>> {
    if (!this.#engine.isShared) return this.#receivers;
    const rows = await database.selectFrom('receivers').select('endpoint').execute();
    return rows.map(({ endpoint }) => endpoint);
  }

  #attempt(work: (database: Database) => Promise<unknown>): Promise<boolean> {
    return attempt(() => this.#engine.transaction(work));
  }
}

/**
 * Returns the content of a webhook. For a failure, it contains only the message and the next step; command output may
 * be long.
 */
function toBody(install: Install, time: string): string {
  const { failure, path: _path, ...rest } = install;
  const shortFailure = failure && { message: failure.message, next: failure.next };
  return JSON.stringify({
    type: `installation.${install.state}`,
    timestamp: time,
    data: { ...rest, ...(shortFailure && { failure: shortFailure }) },
  });
}
