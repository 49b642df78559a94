import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import {
  listRepositories,
  type DatabaseProblem,
  type PackageDatabases,
  type PackageResolution,
  type PackageSource,
} from '@writ/installer';
import type { IndexWriter } from './index-writer.ts';
import { PackageIndex } from './package-index.ts';
import { createPrivateFolder } from '../private-folder.ts';

/** A repository that a configuration can enable with `additional-repositories`. */
export type AdditionalRepository = 'multilib' | 'testing';

/** The state of one mirror's package databases, alone or with one additional repository. */
export interface MirrorPackages {
  /** The mirror's ID, as in `GET /api/service`. */
  readonly mirror: string;
  /** The repository whose packages are included, in addition to those that every installation uses. */
  readonly repository?: AdditionalRepository;
  /** Time of the last successful refresh (ISO 8601, UTC); absent before the first one. */
  readonly refreshed?: string;
  /** The number of packages. */
  readonly count: number;
  /**
   * The reason why the last refresh failed; absent if it succeeded. Databases that were fetched from the same addresses
   * remain in use.
   */
  readonly problem?: string;
}

export interface PackageSourcesOptions {
  /** Folder of the indexes; emptied by `begin`. */
  readonly folder: string;
  /** Returns the current mirrors, the preferred one first. */
  readonly mirrors: () => readonly { readonly id: string; readonly addresses: readonly string[] }[];
  readonly fetch: (source: PackageSource) => Promise<PackageDatabases | DatabaseProblem>;
  readonly writeIndex: IndexWriter;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
  /** Milliseconds between refreshes; default: one hour. */
  readonly interval?: number;
}

interface KnownMirror {
  state: MirrorPackages;
  addresses: string;
  /** The time of the next refresh, in milliseconds since 1970. */
  readonly due: number;
  /** The number of refreshes that have failed since the last one that succeeded. */
  readonly failures: number;
  index?: PackageIndex;
  databases?: PackageDatabases;
  /** The running resolutions, which read the databases. */
  readonly resolving: Set<Promise<unknown>>;
}

/** A mirror with the repositories to fetch from it. */
interface Source {
  /** Identifies the source; the names of its files start with this key. */
  readonly key: string;
  readonly mirror: string;
  readonly repository: AdditionalRepository | undefined;
  readonly addresses: readonly string[];
}

const HOUR = 60 * 60 * 1000;
/**
 * Interval in milliseconds between checks for outdated databases and new mirrors; short, because the demonstration
 * mirror may start after the service.
 */
const LOOK_INTERVAL = 1_000;
/** Milliseconds until a failed refresh is repeated; doubled after each further failure, up to the interval. */
const FIRST_RETRY = 10_000;
/** Maximum number of stored resolutions. */
const RESOLUTION_LIMIT = 64;

/**
 * The packages of the offered mirrors, refreshed every hour, and sooner after a failure. No check, plan or digest
 * depends on them.
 */
export class PackageSources {
  readonly #options: PackageSourcesOptions;
  readonly #known = new Map<string, KnownMirror>();
  readonly #resolutions = new Map<string, PackageResolution>();
  /** The additional repositories that requests have named. */
  readonly #requested = new Set<AdditionalRepository>();
  /** The running refreshes by source. They run in parallel, so that a mirror that does not respond delays no other. */
  readonly #refreshing = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PackageSourcesOptions) {
    this.#options = options;
  }

  /** Starts refreshing the databases. */
  begin(): void {
    if (this.#timer !== undefined) return;
    rmSync(this.#options.folder, { recursive: true, force: true });
    createPrivateFolder(this.#options.folder);
    const look = (): void => void this.refreshOutdated();
    this.#timer = setInterval(look, LOOK_INTERVAL).unref();
    look();
  }

  /** Refreshes the outdated databases; resolves when all running refreshes have ended. */
  async refreshOutdated(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    for (const source of this.#sources()) {
      const { key } = source;
      if (this.#refreshing.has(key) || !this.#isOutdated(source)) continue;
      this.#refreshing.set(
        key,
        this.#refresh(source).finally(() => this.#refreshing.delete(key)),
      );
    }
    await Promise.all(this.#refreshing.values());
  }

  list(): MirrorPackages[] {
    return this.#sources().map(
      ({ key, mirror, repository }) =>
        this.#known.get(key)?.state ?? { mirror, ...defined({ repository }), count: 0 },
    );
  }

  /**
   * The state and the index of a mirror or, by default, of the first mirror with an index; undefined if there is no
   * index.
   */
  find(
    mirror: string | undefined,
    repository?: AdditionalRepository,
  ): { readonly state: MirrorPackages; readonly index: PackageIndex } | undefined {
    const known = this.#findKnown(mirror, repository);
    return known?.index === undefined ? undefined : { state: known.state, index: known.index };
  }

  /**
   * Resolves packages with the databases of a mirror or, by default, of the first mirror that has databases; undefined
   * if they are not available.
   */
  async resolve(
    mirror: string | undefined,
    repository: AdditionalRepository | undefined,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly state: MirrorPackages; readonly resolution: PackageResolution } | undefined> {
    const known = this.#findKnown(mirror, repository);
    if (known?.databases === undefined) return undefined;
    const { state, databases, resolving } = known;
    const key = JSON.stringify([state.mirror, repository, state.refreshed, names.toSorted()]);
    const stored = this.#resolutions.get(key);
    if (stored !== undefined) return { state, resolution: stored };
    const stop = AbortSignal.any([signal, this.#stop.signal]);
    const running = databases.resolve(names, stop);
    resolving.add(running);
    const resolution = await running.finally(() => resolving.delete(running));
    stop.throwIfAborted();
    this.#resolutions.set(key, resolution);
    const [oldest] = this.#resolutions.keys();
    if (this.#resolutions.size > RESOLUTION_LIMIT && oldest !== undefined) this.#resolutions.delete(oldest);
    return { state, resolution };
  }

  /** Cancels running refreshes and all resolutions, and deletes the databases. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await Promise.all(this.#refreshing.values());
    for (const known of this.#known.values()) await this.#remove(known);
    this.#known.clear();
  }

  /** Returns every mirror, alone and with each additional repository that a request has named. */
  #sources(): Source[] {
    return [undefined, ...this.#requested].flatMap((repository) =>
      this.#options.mirrors().map(({ id, addresses }) => ({
        key: repository === undefined ? id : `${id}+${repository}`,
        mirror: id,
        repository,
        addresses,
      })),
    );
  }

  /** Finds the databases; those of an additional repository are fetched after the first request that names it. */
  #findKnown(
    mirror: string | undefined,
    repository: AdditionalRepository | undefined,
  ): KnownMirror | undefined {
    if (repository !== undefined && !this.#requested.has(repository)) {
      this.#requested.add(repository);
      if (this.#timer !== undefined) void this.refreshOutdated();
    }
    return this.#sources()
      .filter((source) => source.repository === repository && source.mirror === (mirror ?? source.mirror))
      .map(({ key }) => this.#known.get(key))
      .find((known) => known?.index !== undefined);
  }

  #isOutdated({ key, addresses }: Source): boolean {
    const known = this.#known.get(key);
    if (known === undefined || known.addresses !== addresses.join(' ')) return true;
    return this.#options.now().getTime() >= known.due;
  }

  async #refresh({ key, mirror, repository, addresses }: Source): Promise<void> {
    const { fetch, writeIndex, folder, now, reportError, interval = HOUR } = this.#options;
    const started = now().getTime();
    const identity = { mirror, ...defined({ repository }) };
    const earlier = this.#known.get(key);
    const same = earlier?.addresses === addresses.join(' ') ? earlier : undefined;
    const fail = async (problem: string): Promise<void> => {
      const state = { ...(same?.state ?? { ...identity, count: 0 }), problem };
      const failures = (same?.failures ?? 0) + 1;
      const due = now().getTime() + Math.min(FIRST_RETRY * 2 ** (failures - 1), interval);
      this.#known.set(key, {
        resolving: new Set(),
        ...same,
        addresses: addresses.join(' '),
        state,
        due,
        failures,
      });
      if (earlier !== same && earlier !== undefined) await this.#remove(earlier);
    };
    let databases: PackageDatabases | undefined;
    try {
      const fetched = await fetch({
        mirrors: addresses,
        repositories: listRepositories(repository === undefined ? [] : [repository]),
        signal: this.#stop.signal,
      });
      if ('problem' in fetched) {
        await fail(fetched.problem);
        return;
      }
      databases = fetched;
      const file = join(folder, `${key}-${started}.db`);
      const count = await writeIndex(databases.databases, file);
      const index = new PackageIndex(file);
      // The open index remains readable, and its space is freed when it is closed.
      rmSync(file);
      const state = { ...identity, refreshed: now().toISOString(), count };
      this.#known.set(key, {
        addresses: addresses.join(' '),
        state,
        due: started + interval,
        failures: 0,
        index,
        databases,
        resolving: new Set(),
      });
    } catch (error) {
      await fail('the package databases cannot be read');
      reportError(`The package databases of ${key} could not be refreshed`, error);
      if (databases !== undefined) await this.#remove({ databases, resolving: new Set() });
      return;
    }
    if (earlier !== undefined) await this.#remove(earlier);
  }

  /** Deletes databases once no resolution reads them. */
  async #remove({
    index,
    databases,
    resolving,
  }: Pick<KnownMirror, 'index' | 'databases' | 'resolving'>): Promise<void> {
    index?.close();
    await Promise.allSettled(resolving);
    try {
      await databases?.remove();
    } catch (error) {
      this.#options.reportError('Package databases cannot be deleted', error);
    }
  }
}
