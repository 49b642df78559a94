import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseProblem, PackageDatabases, PackageResolution, PackageSource } from '@writ/installer';
import type { IndexWriter } from './index-writer.ts';
import { PackageIndex } from './package-index.ts';

/** A mirror whose packages the service knows. */
export interface MirrorPackages {
  /** The ID of the mirror in `GET /api/service`. */
  readonly mirror: string;
  /** ISO 8601, UTC; absent until the databases have been fetched. */
  readonly refreshed?: string;
  /** The number of packages. */
  readonly count: number;
  /** The reason why the last refresh failed; the earlier databases remain in use. */
  readonly problem?: string;
}

export interface PackageSourcesOptions {
  /** Folder of the indexes; emptied at the start. */
  readonly folder: string;
  /** The mirrors at this time, the preferred one first. */
  readonly mirrors: () => readonly { readonly id: string; readonly addresses: readonly string[] }[];
  readonly fetch: (source: PackageSource) => Promise<PackageDatabases | DatabaseProblem>;
  readonly writeIndex: IndexWriter;
  readonly now: () => Date;
  readonly reportError: (message: string, error: unknown) => void;
  /** Milliseconds between two refreshes; default: one hour. */
  readonly interval?: number;
}

interface KnownMirror {
  state: MirrorPackages;
  addresses: string;
  index?: PackageIndex;
  databases?: PackageDatabases;
}

const REPOSITORIES = ['core', 'extra'];
const HOUR = 60 * 60 * 1000;
/** Milliseconds between two looks at the mirrors, because the demonstration mirror may start later. */
const LOOK_INTERVAL = 10_000;
/** Number of resolutions in memory. */
const RESOLUTION_LIMIT = 64;

/** The packages of the offered mirrors, refreshed every hour. No check, plan or digest depends on them. */
export class PackageSources {
  readonly #options: PackageSourcesOptions;
  readonly #known = new Map<string, KnownMirror>();
  readonly #resolutions = new Map<string, PackageResolution>();
  /** The time of the last attempt, in milliseconds, by mirror. */
  readonly #tried = new Map<string, number>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(options: PackageSourcesOptions) {
    this.#options = options;
  }

  /** Starts to refresh the databases. */
  begin(): void {
    if (this.#timer !== undefined) return;
    rmSync(this.#options.folder, { recursive: true, force: true });
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    const look = (): void => void this.refreshOutdated();
    this.#timer = setInterval(look, LOOK_INTERVAL).unref();
    look();
  }

  /** Refreshes the databases that are older than the interval; resolves when they are refreshed. */
  refreshOutdated(): Promise<void> {
    this.#refreshing = this.#refreshAfter(this.#refreshing);
    return this.#refreshing;
  }

  async #refreshAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const mirror of this.#options.mirrors()) {
      if (this.#stop.signal.aborted) return;
      if (this.#isOutdated(mirror)) await this.#refresh(mirror);
    }
  }

  list(): MirrorPackages[] {
    return this.#options.mirrors().map(({ id }) => this.#known.get(id)?.state ?? { mirror: id, count: 0 });
  }

  /** The state and the index of a mirror, or of the first one with an index; undefined if there is none. */
  find(
    mirror: string | undefined,
  ): { readonly state: MirrorPackages; readonly index: PackageIndex } | undefined {
    const known = mirror === undefined ? this.#first() : this.#known.get(mirror);
    return known?.index === undefined ? undefined : { state: known.state, index: known.index };
  }

  /** Resolves packages with the databases of a mirror; undefined if they are not available. */
  async resolve(
    mirror: string | undefined,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly state: MirrorPackages; readonly resolution: PackageResolution } | undefined> {
    const known = mirror === undefined ? this.#first() : this.#known.get(mirror);
    if (known?.databases === undefined) return undefined;
    const { state, databases } = known;
    const key = JSON.stringify([state.mirror, state.refreshed, names.toSorted()]);
    const stored = this.#resolutions.get(key);
    if (stored !== undefined) return { state, resolution: stored };
    const resolution = await databases.resolve(names, signal);
    signal.throwIfAborted();
    this.#resolutions.set(key, resolution);
    const [oldest] = this.#resolutions.keys();
    if (this.#resolutions.size > RESOLUTION_LIMIT && oldest !== undefined) this.#resolutions.delete(oldest);
    return { state, resolution };
  }

  /** Ends a refresh and deletes the databases. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#refreshing;
    for (const { index, databases } of this.#known.values()) {
      index?.close();
      await databases?.remove();
    }
    this.#known.clear();
  }

  #first(): KnownMirror | undefined {
    return this.#options
      .mirrors()
      .map(({ id }) => this.#known.get(id))
      .find((known) => known?.index !== undefined);
  }

  #isOutdated({ id, addresses }: { readonly id: string; readonly addresses: readonly string[] }): boolean {
    const known = this.#known.get(id);
    if (known === undefined || known.addresses !== addresses.join(' ')) return true;
    const { interval = HOUR, now } = this.#options;
    return now().getTime() - this.#tried.get(id)! >= interval;
  }

  async #refresh({
    id,
    addresses,
  }: {
    readonly id: string;
    readonly addresses: readonly string[];
  }): Promise<void> {
    const { fetch, writeIndex, folder, now, reportError } = this.#options;
    const earlier = this.#known.get(id);
    const same = earlier?.addresses === addresses.join(' ') ? earlier : undefined;
    const fail = (problem: string): void => {
      const state = { ...(same?.state ?? { mirror: id, count: 0 }), problem };
      this.#known.set(id, { ...same, addresses: addresses.join(' '), state });
    };
    this.#tried.set(id, now().getTime());
    try {
      const fetched = await fetch({
        mirrors: addresses,
        repositories: REPOSITORIES,
        signal: this.#stop.signal,
      });
      if ('problem' in fetched) {
        fail(fetched.problem);
        return;
      }
      const file = join(folder, `${id}-${this.#tried.get(id)}.db`);
      const count = await writeIndex(fetched.databases, file);
      const index = new PackageIndex(file);
      // The open index remains readable, and its space is freed when it is closed.
      rmSync(file);
      const state = { mirror: id, refreshed: now().toISOString(), count };
      this.#known.set(id, { addresses: addresses.join(' '), state, index, databases: fetched });
      earlier?.index?.close();
      await earlier?.databases?.remove();
    } catch (error) {
      fail('the package databases cannot be read');
      reportError(`The package databases of ${id} cannot be refreshed`, error);
    }
  }
}
