import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { StoreUnusable } from '../store-error.ts';
import { SERVICE_LOCK, TRY_LOCK, upgradeTables } from './upgrade-tables.ts';

/** Pause in milliseconds between attempts to reconnect. */
const RECONNECT_PAUSE = 1_000;

/** Locks the database until the connection ends; other connections can share the lock. */
const TRY_SHARED_LOCK = `select pg_try_advisory_lock_shared(${SERVICE_LOCK}) as locked`;

/** The owner of a database that servers and workers share. */
const SHARED_OWNER = 'servers and workers';

/**
 * The right of a service to use a database, which it shares with no other service, or only with servers and workers. A
 * lock on a dedicated connection keeps other services from starting. If the connection is lost, another service may
 * take over the database; then the owner in the table `service` changes, and all transactions of this service fail.
 */
export class Ownership {
  /** Identifies this service in the table `service`. */
  readonly owner: string;
  readonly #config: ClientConfig;
  readonly #tryLock: string;
  readonly #reportError: (error: unknown) => void;
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #reconnecting: Promise<void> | undefined;
  #isLost = false;

  private constructor(config: ClientConfig, shared: boolean, reportError: (error: unknown) => void) {
    this.#config = config;
    this.owner = shared ? SHARED_OWNER : randomUUID();
    this.#tryLock = shared ? TRY_SHARED_LOCK : TRY_LOCK;
    this.#reportError = reportError;
  }

  /**
   * Takes over the database, and upgrades its tables.
   *
   * @param name the name of the database for messages
   * @param shared whether the database is used together with other servers and workers
   * @throws {StoreUnusable} when another service uses the database, or its tables cannot be used
   */
  static async acquire(
    config: ClientConfig,
    name: string,
    shared: boolean,
    reportError: (error: unknown) => void,
  ): Promise<Ownership> {
    const ownership = new Ownership(config, shared, reportError);
    const client = await ownership.#connect();
    const ended = whenEnded(client);
    try {
      if (!(await ownership.#lock(client))) {
        const other = shared
          ? 'An install service that runs installations itself'
          : 'Another install service';
        throw new StoreUnusable(
          `${other} is using ${name}; stop it, or set WRIT_DATABASE_URL to another database`,
        );
      }
      await takeOver(client, ownership.owner, name);
    } catch (error) {
      await client.end();
      throw error;
    }
    void ownership.#hold(client, ended);
    return ownership;
  }

  /** Whether another service has taken over the database, which cannot be undone. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Called when the table `service` contains another owner. */
  lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#reportError(new Error('another install service has taken over the database'));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#reconnecting;
    await this.#client?.end();
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config);
    // Without a listener, a lost connection would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** @param ended resolves when the connection ends, even if it ended before this call */
  async #hold(client: Client, ended: Promise<void>): Promise<void> {
    this.#client = client;
    await ended;
    this.#client = undefined;
    if (!this.#stop.signal.aborted) this.#reconnecting = this.#reconnect();
  }

  /** Connects and locks again, until the service is closed or has lost the database. */
  async #reconnect(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && !this.#isLost) {
      const client = await this.#connect().catch(() => undefined);
      try {
        if (client !== undefined && (await this.#tryHold(client))) return;
      } catch {
        // The connection was lost again.
      }
      await client?.end().catch(() => undefined);
      await pause(RECONNECT_PAUSE, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Returns whether reconnecting has ended. */
  async #tryHold(client: Client): Promise<boolean> {
    const ended = whenEnded(client);
    const { rowCount } = await client.query('select 1 from writ.service where owner = $1', [this.owner]);
    if (rowCount === 0) {
      this.lose();
      await client.end();
      return true;
    }
    if (!(await this.#lock(client))) return false;
    void this.#hold(client, ended);
    return true;
  }

  async #lock(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(this.#tryLock);
    if (rows[0]!.locked !== true) return false;
    // The server must notice within half a minute that this machine is gone, so that another one can take over.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4',
    );
    return true;
  }
}

function whenEnded(client: Client): Promise<void> {
  return new Promise((resolve) => client.once('end', resolve));
}

/** Creates or upgrades the tables, and records the owner. */
async function takeOver(client: Client, owner: string, name: string): Promise<void> {
  await upgradeTables(client, {
    name,
    holdsLock: owner !== SHARED_OWNER,
    check: (earlier) => assertSameMode(client, { earlier, owner, name }),
    finish: async () => {
      await client.query('update service set owner = $1', [owner]);
    },
  });
}

/** Installations for workers must not run on the host of another service, and workers do not run a service's. */
async function assertSameMode(
  client: Client,
  {
    earlier,
    owner,
    name,
  }: { readonly earlier: string | null; readonly owner: string; readonly name: string },
): Promise<void> {
  if (earlier === null || (earlier === SHARED_OWNER) === (owner === SHARED_OWNER)) return;
  const { rowCount } = await client.query('select 1 from installs where ended is null limit 1');
  if (rowCount === 0) return;
  throw new StoreUnusable(
    owner === SHARED_OWNER
      ? `${name} contains unfinished installations of a service without workers; run writ serve without --workers until they have ended`
      : `${name} contains unfinished installations for workers; run writ serve with --workers until they have ended, or cancel them`,
  );
}
