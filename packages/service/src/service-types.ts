import type { Logger, Router, Toolkit } from '@writ/http';
import type { TrustProxyOptions } from '@writ/http/kernel';
import type { ServiceEnvironment } from './api/service-info.ts';
import type { Installer } from './installs/run-installation.ts';
import type { Hasher } from './jobs/hash-logins.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Administer } from './people/administration.ts';
import type { HashCost } from './people/password-hash.ts';
import type { FileHasher } from './work/image-digests.ts';
import type { Planner } from './work/planner.ts';
import type { MachinesOptions } from './machines/machines.ts';
import type { IndexWriter } from './packages/index-writer.ts';
import type { BootOptions } from './nodes/boot/boot-router.ts';
import type { WakeAddress } from './nodes/power/wake-on-lan.ts';
import type { PackageSourcesOptions } from './packages/package-sources.ts';

/** Folders, access and limits of the service. */
export interface ServiceOptions {
  /**
   * Folder of the SQLite database, the token file and the package indexes; created if it does not exist. Its mode is set to
   * 0700.
   */
  readonly state: string;
  /** Folder of the images; created with mode 0700 if it does not exist. */
  readonly images: string;
  /** The token that clients send; default: the token in the state folder's token file. */
  readonly token?: string;
  /** Whether to replace the token in the token file first; default: false. Has no effect if `token` is set. */
  readonly newToken?: boolean;
  /** The address of a PostgreSQL database for the records; default: an SQLite database in the state folder. */
  readonly databaseUrl?: string;
  /**
   * The host whose workers run the installations of this server; requires `databaseUrl`, which other servers and workers
   * may use at the same time. By default, the service runs its installations itself.
   */
  readonly workersOf?: string;
  /** Milliseconds without a heartbeat from any of its workers after which a host is lost; default: 60 s. */
  readonly lostAfter?: number;
  /** File with the key that seals secrets in the store; without it, secrets that cannot be hashed are not stored. */
  readonly sealKeyFile?: string;
  /** File with the receivers of webhooks; without it, none are sent. */
  readonly webhooksFile?: string;
  /** The token for `/metrics`; without it, the service has no metrics. */
  readonly metricsToken?: string;
  /** Whether block devices are allowed as targets; default: false. */
  readonly devices?: boolean;
  /** Settings of the network boot service; without them, there is none. */
  readonly boot?: BootOptions;
  /** Where the packets that wake nodes are sent; default: the broadcast address, port 9. */
  readonly wakeAddress?: WakeAddress;
  /** Milliseconds since the last heartbeat of a node after which it is lost; default: 90 s. */
  readonly nodesLostAfter?: number;
  /** Host names that clients may use in addition to those of the loopback interface; see `parseAllowedHost`. */
  readonly hosts?: readonly string[];
  /**
   * The proxies in front of the service. Only requests that arrived at a proxy over HTTPS are then accepted, except those
   * of monitoring.
   */
  readonly proxies?: TrustProxyOptions;
  /** Maximum numbers of requests per minute; 0 for no limit. */
  readonly rates?: Partial<RateLimits>;
  /** Whether each request is logged; default: false. */
  readonly logsRequests?: boolean;
  /**
   * Returns the current context; called again for each use, because the demonstration mirror may start after the
   * service.
   */
  readonly environment: () => ServiceEnvironment;
  /**
   * Whether installations always wait for `begin`; by default, they wait only if an earlier service left queued
   * installations.
   */
  readonly held?: boolean;
  /** Replaces the installer in tests. */
  readonly install?: Installer;
  /** Replaces the cost of the hashes of users' passwords in tests. */
  readonly passwordCost?: HashCost;
  /** Replaces openssl in tests. */
  readonly hash?: Hasher;
  /** Replaces the mirrors' package databases in tests. */
  readonly fetchDatabases?: PackageSourcesOptions['fetch'];
  /** Replaces the thread that indexes package databases in tests. */
  readonly writeIndex?: IndexWriter;
  /** Limits for virtual machines that boot images, and the program that runs them. */
  readonly machine?: MachinesOptions;
  /** Replaces the planner that uses worker threads in tests. */
  readonly planner?: Planner;
  /** Replaces the thread that hashes images in tests. */
  readonly hashFile?: FileHasher;
  readonly logger?: Logger;
  /** Milliseconds between keep-alive comments on an idle event stream; default: 15 s. */
  readonly heartbeat?: number;
  /** Milliseconds for which the client of an event stream may leave data unread; default: 30 s. */
  readonly stallTimeout?: number;
  /** Maximum number of open event streams; default: 64. */
  readonly streams?: number;
  /** Milliseconds between checks whether the tokens and sessions of open event streams are valid; default: 5 s. */
  readonly accessCheck?: number;
}

/** The service, ready to be served. */
export interface Service {
  readonly toolkit: Toolkit;
  readonly router: Router;
  /** The routes of the network boot service, for a separate server without TLS; undefined without `boot`. */
  readonly bootRouter: Router | undefined;
  /** Path of the images folder, with symbolic links resolved. */
  readonly images: string;
  /** Where the records are stored, for messages. */
  readonly records: string;
  /** The file from which other clients read the token; undefined if the `token` option is set. */
  readonly tokenFile: string | undefined;
  /** Issues a one-time code, which a page exchanges for the token within two minutes. */
  readonly issueCode: () => string;
  /** Runs a request of a command that administers users, tokens or the audit log on this machine. */
  readonly administer: Administer;
  /**
   * Starts the hourly refresh of the package databases, the delivery of webhooks, and the installations that are
   * waiting because of `held` or because an earlier service left queued installations.
   */
  readonly begin: () => void;
  /** Whether an installation is running. */
  readonly busy: () => boolean;
  /** Writes a consistent copy of the records to a new file; undefined if they are not in the state folder. */
  readonly backUp: ((file: string) => Promise<void>) | undefined;
  /** The number of open event streams. */
  readonly openStreams: () => number;
  /**
   * Rejects new installations, starts none of those that wait, and waits until the running installation has ended, at
   * most `limit` milliseconds and until `signal` aborts. Then call `stop`.
   */
  drain(limit: number, signal: AbortSignal): Promise<void>;
  /**
   * Rejects new installations and interrupts the running installation, for whose clean-up it waits at most `limit`
   * milliseconds. Then stops the virtual machine and other background work, which takes at most 10 s more. Resolves
   * with `late` if the clean-up has not ended in time, otherwise with `clean`. Waiting installations are left for the
   * next service. Requests are still answered until you close the server; then call `release`.
   */
  stop(limit: number): Promise<'clean' | 'late'>;
  /** Closes the store, and stops counting requests. */
  release(): Promise<void>;
}
