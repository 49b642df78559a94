import { GET, Path, QueryParam } from '@writ/annotations';
import { int } from '@writ/http';
import {
  compareConfigurations,
  compareDurations,
  comparePackages,
  type ConfigurationChange,
  type DurationChange,
  type PackageChanges,
} from '../installs/compare.ts';
import { readTimeline } from '../installs/timeline.ts';
import type { DocumentName, Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import { getInstall } from './stored-install.ts';
import { Requires } from '../security/requires.ts';

/** The differences between two installations. */
export interface ComparisonAnswer {
  /** The installations `a` and `b`. */
  readonly installs: readonly [Install, Install];
  /** Absent if a configuration is not stored, as in records from earlier versions of the service. */
  readonly configuration?: readonly ConfigurationChange[];
  /** Absent if the packages of one of the installations were not resolved. */
  readonly packages?: PackageChanges;
  readonly durations: readonly DurationChange[];
}

/** Compares two installations. */
@Requires('view')
@Path('/api/installs/compare')
export class Comparison {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @GET('/', QueryParam('a', int), QueryParam('b', int))
  async compare(a: number, b: number): Promise<ComparisonAnswer> {
    const installs = [await getInstall(this.#store, a), await getInstall(this.#store, b)] as const;
    const configurations = await this.#readBoth(a, b, 'configuration');
    const locks = await this.#readBoth(a, b, 'lock');
    const [before, after] = configurations;
    const [lockBefore, lockAfter] = locks;
    return {
      installs,
      ...(before !== undefined &&
        after !== undefined && {
          configuration: compareConfigurations(JSON.parse(before), JSON.parse(after)),
        }),
      ...(lockBefore !== undefined &&
        lockAfter !== undefined && { packages: comparePackages(lockBefore, lockAfter) }),
      durations: compareDurations(
        await readTimeline(this.#store.log, a),
        await readTimeline(this.#store.log, b),
      ),
    };
  }

  #readBoth(a: number, b: number, name: DocumentName): Promise<(string | undefined)[]> {
    return Promise.all([a, b].map((id) => this.#store.document(id, name)));
  }
}
