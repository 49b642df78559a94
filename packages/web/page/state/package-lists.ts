import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { MirrorPackages, PackagesAnswer, PackageSource } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Milliseconds between requests for lists that the service is fetching, and for lists that it cannot fetch. */
const RETRY_PAUSE = 2_000;
const PROBLEM_PAUSE = 10_000;

/**
 * Whether the service has the lists: `loading` means that its response is not known yet, `missing` that it has not
 * fetched them, or cannot fetch them.
 */
export type ListState = 'loading' | 'missing' | 'available';

/** The package lists of the mirror and the repository that the configuration selects. */
export class PackageLists {
  readonly source: ReadonlySignal<PackageSource>;
  readonly state: ReadonlySignal<ListState>;
  /** The mirror with the age of its lists; that of the previous source while the current one is being loaded. */
  readonly mirror: ReadonlySignal<MirrorPackages | undefined>;
  readonly #session: Session;
  readonly #loaded: Signal<{
    readonly source?: PackageSource;
    readonly mirror?: MirrorPackages | undefined;
  }> = signal({});
  #loading = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param source an object that remains the same until the source changes */
  constructor(session: Session, source: ReadonlySignal<PackageSource>) {
    this.#session = session;
    this.source = source;
    this.mirror = computed(() => this.#loaded.value.mirror);
    this.state = computed(() => {
      const { source: loaded, mirror } = this.#loaded.value;
      if (loaded !== source.value) return 'loading';
      return mirror?.refreshed === undefined ? 'missing' : 'available';
    });
  }

  /** Loads the age of the lists; repeats the request until the service has lists. */
  async load(source: PackageSource): Promise<void> {
    clearTimeout(this.#timer);
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal: replaced } = this.#loading;
    await this.#session.guard(async () => {
      const request = { params: { query: { ...source, limit: 1 } }, signal: replaced };
      const answer = await dataOf(service().GET('/api/packages', request));
      if (!replaced.aborted) this.show(source, answer);
    }, true);
    if (!replaced.aborted && this.state.peek() !== 'available') {
      const pause = this.mirror.peek()?.problem === undefined ? RETRY_PAUSE : PROBLEM_PAUSE;
      this.#timer = setTimeout(() => void this.load(source), pause);
    }
  }

  /** Shows the state of the lists according to a response from the service. */
  show(source: PackageSource, { mirror, mirrors }: PackagesAnswer): void {
    const id = mirror ?? source.mirror;
    const known = mirrors.find(
      (each) => each.repository === source.repository && each.mirror === (id ?? each.mirror),
    );
    this.#loaded.value = { source, mirror: known };
  }
}
