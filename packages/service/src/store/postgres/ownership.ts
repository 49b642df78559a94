import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { StoreUnusable } from '../store-error.ts';
import { SERVICE_LOCK, TRY_LOCK, upgradeTables, type Formats } from './upgrade-tables.ts';

/** The owner of a database that servers and workers share. */
const SHARED_OWNER = 'servers and workers';

/** Pause in milliseconds between attempts to reconnect. */
const RECONNECT_PAUSE = 1_000;

/** Locks the database until the connection ends; other connections can share the lock. */
const TRY_SHARED_LOCK = `select pg_try_advisory_lock_shared(${SERVICE_LOCK}) as locked`;

/**
 * How a database is used: together with other servers and workers; by one service; or by no other process, in the mode
 * in which it was used before, so that its records can be changed.
 */
export type OwnershipMode = 'shared' | 'own' | 'alone';

const IN_USE: Readonly<Record<OwnershipMode, string>> = {
  shared: 'An install service that runs installations itself is',
  own: 'Another install service is',
  alone: 'Servers, workers or an install service are',
};

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

  private constructor(
    config: ClientConfig,
    { owner, tryLock }: { readonly owner: string; readonly tryLock: string },
    reportError: (error: unknown) => void,
  ) {
    this.#config = config;
    this.owner = owner;
    this.#tryLock = tryLock;
    this.#reportError = reportError;
  }

  /**
   * Takes over the database, and upgrades its tables.
   *
   * @param name the name of the database for messages
   * @throws {StoreUnusable} when another service uses the database, or its tables cannot be used
   */
  static async acquire(
    config: ClientConfig,
    name: string,
    mode: OwnershipMode,
    reportError: (error: unknown) => void,
    formats?: Formats,
  ): Promise<Ownership> {
    const client = await connect(config);
    const ended = whenEnded(client);
    const tryLock = mode === 'shared' ? TRY_SHARED_LOCK : TRY_LOCK;
    try {
      if (!(await lock(client, tryLock))) {
        throw new StoreUnusable(
          `${IN_USE[mode]} using ${name}; stop it, or set WRIT_DATABASE_URL to another database`,
        );
      }
      const owner = mode === 'alone' ? await readOwner(client, name) : undefined;
      const ownership = new Ownership(
        config,
        { owner: owner ?? (mode === 'shared' ? SHARED_OWNER : randomUUID()), tryLock },
        reportError,
      );
      await takeOver(client, { owner: ownership.owner, name, mode, formats });
      void ownership.#hold(client, ended);
      return ownership;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Whether servers and workers share the database. */
  get isShared(): boolean {
    return this.owner === SHARED_OWNER;
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
      const client = await connect(this.#config).catch(() => undefined);
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
    if (!(await lock(client, this.#tryLock))) return false;
    void this.#hold(client, ended);
    return true;
  }
}

async function connect(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  // Without a listener, a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function lock(client: Client, tryLock: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(tryLock);
  if (rows[0]!.locked !== true) return false;
  // The server must notice in half a minute if this machine is gone, so that another one can take over.
  await client.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4',
  );
  return true;
}

/** Returns the owner that used the database last; undefined if there was none. */
async function readOwner(client: Client, name: string): Promise<string | undefined> {
  const { rowCount } = await client.query(`select 1 where to_regclass('writ.service') is not null`);
  if (rowCount === 0)
    throw new StoreUnusable(`${name} contains no records; restore it with pg_restore first`);
  const { rows } = await client.query<{ owner: string | null }>('select owner from writ.service');
  return rows[0]?.owner ?? undefined;
}

function whenEnded(client: Client): Promise<void> {
  return new Promise((resolve) => client.once('end', resolve));
}

/** Creates or upgrades the tables, and records the owner. */
async function takeOver(
  client: Client,
  {
    owner,
    name,
    mode,
    formats,
  }: {
    readonly owner: string;
    readonly name: string;
    readonly mode: OwnershipMode;
    readonly formats: Formats | undefined;
  },
): Promise<void> {
  await upgradeTables(client, {
    name,
    holdsLock: mode !== 'shared',
    ...(formats !== undefined && { formats }),
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
