import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Install } from '../records/install.ts';
import type { GuardedDatabase } from './guarded-database.ts';

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
export interface Outbox {
  /** Adds a webhook for each receiver; call it in the same transaction as the change. */
  announce(install: Install, time: string): void;
  /** Returns the webhook that is due next; undefined if none is waiting. */
  next(endpoint: string): Delivery | undefined;
  /** Deletes a webhook; returns false if the state folder cannot be written. */
  remove(number: number): boolean;
  /** Schedules the next attempt; returns false if the state folder cannot be written. */
  postpone(number: number, attempts: number, due: number): boolean;
  /** Deletes the webhooks for a receiver, and adds no more for it. */
  cancel(endpoint: string): void;
  /** The number of waiting webhooks. */
  readonly size: number;
}

/** @param endpoints IDs of the receivers; webhooks for others are deleted */
export function prepareOutbox(
  database: DatabaseSync,
  guarded: GuardedDatabase,
  endpoints: readonly string[],
): Outbox {
  const add = database.prepare(
    'insert into deliveries (id, endpoint, body, attempts, due) values (?, ?, ?, 0, ?)',
  );
  const trim = database.prepare(
    `delete from deliveries where endpoint = :endpoint and number not in
      (select number from deliveries where endpoint = :endpoint order by number desc limit :limit)`,
  );
  const next = database.prepare(
    'select number, id, body, attempts, due from deliveries where endpoint = ? order by due, number limit 1',
  );
  const remove = database.prepare('delete from deliveries where number = ?');
  const postpone = database.prepare('update deliveries set attempts = ?, due = ? where number = ?');
  const clear = database.prepare('delete from deliveries where endpoint = ?');
  const count = database.prepare('select count(*) as total from deliveries');
  const clearOthers = database.prepare(
    'delete from deliveries where endpoint not in (select value from json_each(?))',
  );
  guarded.attempt(() => clearOthers.run(JSON.stringify(endpoints)));
  const receivers = new Set(endpoints);
  const attempt = (work: () => void): boolean => {
    guarded.attempt(work);
    return guarded.lastError === undefined;
  };
  return {
    announce: (install, time) => {
      for (const endpoint of receivers) {
        add.run(`msg_${randomUUID()}`, endpoint, toBody(install, time), Date.parse(time));
        trim.run({ endpoint, limit: WAITING_LIMIT });
      }
    },
    next: (endpoint) => {
      const row = next.get(endpoint);
      return row === undefined
        ? undefined
        : {
            number: Number(row['number']),
            id: String(row['id']),
            body: String(row['body']),
            attempts: Number(row['attempts']),
            due: Number(row['due']),
          };
    },
    remove: (number) => attempt(() => remove.run(number)),
    postpone: (number, attempts, due) => attempt(() => postpone.run(attempts, due, number)),
    cancel: (endpoint) => {
      receivers.delete(endpoint);
      guarded.attempt(() => clear.run(endpoint));
    },
    get size() {
      return Number(count.get()?.['total']);
    },
  };
}

/**
 * Returns the content of a webhook. Of a failure, it contains only the message and the next step; command output may be
 * long.
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
