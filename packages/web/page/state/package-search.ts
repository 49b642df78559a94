import { signal, type Signal } from '@preact/signals';
import type { PackageInformation } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { PackageLists } from './package-lists.ts';
import type { Session } from './session.ts';

/** Milliseconds without further changes after which packages are searched. */
const TYPING_PAUSE = 150;
/** Maximum number of packages that a search returns. */
const LIMIT = 30;

/** The packages that match the search text. */
export interface FoundPackages {
  readonly text: string;
  readonly packages: readonly PackageInformation[];
  /** The number of matching packages that are not included. */
  readonly more: number;
}

/** The search in the package lists that the configuration selects. */
export class PackageSearch {
  /** The packages of the last search; undefined if there is none. */
  readonly found: Signal<FoundPackages | undefined> = signal<FoundPackages | undefined>(undefined);
  readonly #session: Session;
  readonly #lists: PackageLists;
  #searching = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, lists: PackageLists) {
    this.#session = session;
    this.#lists = lists;
  }

  /** Searches after a short time without further changes. An empty text ends the search. */
  select(text: string): void {
    clearTimeout(this.#timer);
    if (text === '') this.close();
    else this.#timer = setTimeout(() => void this.#search(text), TYPING_PAUSE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#searching.abort();
    this.found.value = undefined;
  }

  async #search(text: string): Promise<void> {
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal: replaced } = this.#searching;
    await this.#session.guard(async () => {
      const source = this.#lists.source.peek();
      const request = { params: { query: { q: text, ...source, limit: LIMIT } }, signal: replaced };
      const answer = await dataOf(service().GET('/api/packages', request));
      if (replaced.aborted) return;
      this.#lists.show(source, answer);
      const { packages, total, mirror } = answer;
      this.found.value = mirror === undefined ? undefined : { text, packages, more: total - packages.length };
    }, true);
  }
}
