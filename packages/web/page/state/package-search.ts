import { signal, type Signal } from '@preact/signals';
import type { MirrorPackages, PackageInformation, PackagesAnswer } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Milliseconds without a change before packages are searched. */
const TYPING_PAUSE = 150;
/** Maximum number of packages that a search returns. */
const LIMIT = 30;

/** The packages that match a text. */
export interface FoundPackages {
  readonly text: string;
  readonly packages: readonly PackageInformation[];
  /** The number of matching packages that are not included. */
  readonly more: number;
}

/** The packages of the mirrors whose databases the service knows. */
export class PackageSearch {
  /** The packages of the last search; undefined if there is none. */
  readonly found: Signal<FoundPackages | undefined> = signal<FoundPackages | undefined>(undefined);
  /** The mirror that was searched; undefined until its databases are available. */
  readonly mirror: Signal<MirrorPackages | undefined> = signal<MirrorPackages | undefined>(undefined);
  readonly #session: Session;
  #searching = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Loads the age of the databases.
   *
   * @param mirror the id of a mirror of the service; undefined for the first one with databases
   */
  load(mirror: string | undefined): Promise<void> {
    return this.#request('', 1, mirror, () => undefined);
  }

  /** Searches after a short time without further changes. An empty text ends the search. */
  select(text: string, mirror: string | undefined): void {
    clearTimeout(this.#timer);
    if (text === '') this.close();
    else this.#timer = setTimeout(() => void this.#search(text, mirror), TYPING_PAUSE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#searching.abort();
    this.found.value = undefined;
  }

  #search(text: string, mirror: string | undefined): Promise<void> {
    return this.#request(text, LIMIT, mirror, ({ packages, total, mirror: searched }) =>
      searched === undefined ? undefined : { text, packages, more: total - packages.length },
    );
  }

  async #request(
    q: string,
    limit: number,
    mirror: string | undefined,
    show: (answer: PackagesAnswer) => FoundPackages | undefined,
  ): Promise<void> {
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal: replaced } = this.#searching;
    await this.#session.guard(async () => {
      const query = { ...(q !== '' && { q }), ...(mirror !== undefined && { mirror }), limit };
      const request = { params: { query }, signal: replaced };
      const answer = await dataOf(service().GET('/api/packages', request));
      if (replaced.aborted) return;
      this.mirror.value = describedMirror(answer, mirror);
      this.found.value = show(answer);
    }, true);
  }
}

/** The state of the searched mirror, or of the one whose databases are missing. */
function describedMirror(
  { mirror, mirrors }: PackagesAnswer,
  requested: string | undefined,
): MirrorPackages | undefined {
  const id = mirror ?? requested;
  return id === undefined ? mirrors[0] : mirrors.find((each) => each.mirror === id);
}
