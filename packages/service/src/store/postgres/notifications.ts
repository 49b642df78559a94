import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Database } from '../engine.ts';

/** Pause in milliseconds between attempts to reconnect. */
const RECONNECT_PAUSE = 1_000;

const CHANNEL = 'writ_installs';

/** Notifies the listeners in all processes, once the transaction is complete, of a change to an installation. */
export async function notifyOfChange(transaction: Database, install: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(install)})`.execute(transaction);
}

/** Receives the notifications of all processes on a dedicated connection, which is replaced when it is lost. */
export class Notifications {
  readonly #config: ClientConfig;
  readonly #changed: (install?: number) => void;
  readonly #stop = new AbortController();
  readonly #listening: Promise<void>;

  /** @param changed called with the changed installation, or without a number when notifications may have been missed */
  constructor(config: ClientConfig, changed: (install?: number) => void) {
    this.#config = config;
    this.#changed = changed;
    this.#listening = this.#listen();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#listenOnce().catch(() => undefined);
      await pause(RECONNECT_PAUSE, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost or the listener is closed. */
  async #listenOnce(): Promise<void> {
    const { signal } = this.#stop;
    const client = new Client(this.#config);
    const lost = Promise.withResolvers<void>();
    client.on('error', () => lost.resolve());
    client.once('end', () => lost.resolve());
    client.on('notification', ({ payload }) => this.#changed(Number(payload)));
    const end = (): void => lost.resolve();
    signal.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // Changes before this point were not received.
      this.#changed();
      if (!signal.aborted) await lost.promise;
    } finally {
      signal.removeEventListener('abort', end);
      await client.end().catch(() => undefined);
    }
  }
}
