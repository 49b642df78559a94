import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { LogHits, LogLine } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Number of lines that are loaded together. */
const BLOCK = 200;
/** Maximum number of blocks in memory; the least recently loaded block is dropped first. */
const BLOCK_LIMIT = 250;
/** Maximum number of blocks that are loaded at the same time. */
const PARALLEL = 4;
/** Maximum number of hits of a search, and of lines that are copied. */
export const HIT_LIMIT = 10_000;
/** Milliseconds during which new lines are collected for one request. */
const REFRESH_PAUSE = 200;
/** Milliseconds without further changes after which the log is searched. */
const TYPING_PAUSE = 250;

/** The filter for the displayed lines; an empty text matches all lines. */
export interface LogFilter {
  readonly text: string;
  readonly errorsOnly: boolean;
}

/** A block with the lines that were recorded when it was loaded. */
interface Block {
  readonly lines: ReadonlyMap<number, LogLine>;
  /** The last line that was recorded when the block was loaded. */
  readonly until: number;
}

/** The log of the displayed installation: only the parts that are visible are loaded. */
export class RunLog {
  /** The number of the last line. */
  readonly total: Signal<number> = signal(0);
  readonly filter: Signal<LogFilter> = signal<LogFilter>({ text: '', errorsOnly: false });
  /** The lines that match the filter; undefined if all lines are displayed. */
  readonly hits: Signal<LogHits | undefined> = signal<LogHits | undefined>(undefined);
  readonly isSearching: Signal<boolean> = signal(false);
  readonly #session: Session;
  readonly #version = signal(0);
  #id: number | undefined;
  #blocks = new Map<number, Block>();
  #wanted: number[] = [];
  #loading = new Set<number>();
  #stop = new AbortController();
  #search = new AbortController();
  /** The number of the last line that the search for the current filter covers. */
  #searchedTo = 0;
  /** Whether a search is running or about to start. */
  #isSearchPending = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Changes when lines have been loaded. */
  get version(): ReadonlySignal<number> {
    return this.#version;
  }

  /** Opens the log of an installation. Returns the number of its last line. */
  async open(id: number): Promise<number> {
    this.close();
    this.#id = id;
    this.#stop = new AbortController();
    this.#blocks = new Map();
    this.#loading = new Set();
    batch(() => {
      this.total.value = 0;
      this.filter.value = { text: '', errorsOnly: false };
      this.hits.value = undefined;
      this.isSearching.value = false;
    });
    this.#searchedTo = 0;
    this.#isSearchPending = false;
    await this.#load(0);
    return this.total.peek();
  }

  close(): void {
    this.#stop.abort();
    this.#search.abort();
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#searchTimer);
    this.#refreshTimer = undefined;
    this.#wanted = [];
  }

  /** Loads new lines after a short pause. */
  refreshSoon(): void {
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      void this.#refresh();
    }, REFRESH_PAUSE);
  }

  /** Sets the filter, and searches after a short time without further changes. */
  select(filter: LogFilter): void {
    this.filter.value = filter;
    // Hits for the previous filter must not be extended.
    this.#search.abort();
    this.#isSearchPending = true;
    clearTimeout(this.#searchTimer);
    this.#searchTimer = setTimeout(() => {
      this.#searchedTo = 0;
      void this.#searchNewLines();
    }, TYPING_PAUSE);
  }

  /** The number of displayed rows. */
  count(): number {
    return this.hits.peek()?.lines.length ?? this.total.peek();
  }

  /** The line of a row; undefined while it is being loaded, or if it was dropped. */
  lineAt(row: number): LogLine | undefined {
    const number = this.numberAt(row);
    return this.#blocks.get(blockOf(number))?.lines.get(number);
  }

  /** The number of the line in a row. */
  numberAt(row: number): number {
    return this.hits.peek()?.lines[row] ?? row + 1;
  }

  /** The row of a line, or of the first line after it. */
  rowOf(number: number): number {
    const lines = this.hits.peek()?.lines;
    if (lines === undefined) return number - 1;
    const row = lines.findIndex((line) => line >= number);
    return row === -1 ? lines.length : row;
  }

  /** Loads the missing lines of these rows. Earlier requests that have not been sent are dropped. */
  need(first: number, end: number): void {
    const wanted = new Set<number>();
    for (let row = first; row < end; row += 1) {
      const number = this.numberAt(row);
      const known = this.#blocks.get(blockOf(number));
      if (known === undefined || known.until < number) wanted.add(blockOf(number));
    }
    this.#wanted = [...wanted].filter((block) => !this.#loading.has(block));
    this.#loadNext();
  }

  /**
   * Returns the displayed lines as text, at most the newest 10,000.
   *
   * @throws Error if lines cannot be loaded
   */
  async copyText(): Promise<string> {
    const count = this.count();
    const texts: string[] = [];
    const { signal: stopped } = this.#stop;
    for (let row = Math.max(0, count - HIT_LIMIT); row < count; row += 1) {
      const number = this.numberAt(row);
      const known = this.#blocks.get(blockOf(number));
      if (known === undefined || known.until < number) {
        await this.#load(blockOf(number));
        stopped.throwIfAborted();
        if (this.#blocks.get(blockOf(number)) === known) throw new Error('the lines cannot be loaded');
      }
      texts.push(this.lineAt(row)?.text ?? '');
    }
    return texts.join('\n');
  }

  async #refresh(): Promise<void> {
    const before = this.total.peek();
    await this.#load(blockOf(before + 1));
    const hits = this.hits.peek();
    // A running search also covers the new lines.
    if (hits === undefined || hits.next !== undefined || this.#isSearchPending) return;
    await this.#searchNewLines();
  }

  #loadNext(): void {
    while (this.#loading.size < PARALLEL) {
      const block = this.#wanted.shift();
      if (block === undefined) return;
      void this.#load(block).then(() => this.#loadNext());
    }
  }

  async #load(block: number): Promise<void> {
    const id = this.#id;
    if (id === undefined) return;
    const { signal: stopped } = this.#stop;
    const blocks = this.#blocks;
    this.#loading.add(block);
    await this.#session.guard(async () => {
      const params = { path: { id }, query: { from: block * BLOCK + 1, count: BLOCK } };
      const request = { params, signal: stopped };
      const { total, lines } = await dataOf(service().GET('/api/installs/{id}/log', request));
      if (stopped.aborted) return;
      // Lines that the service has dropped are missing, and are not requested again.
      const last = Math.max(total, this.total.peek());
      const until = Math.min(last, (block + 1) * BLOCK);
      blocks.delete(block);
      blocks.set(block, { lines: new Map(lines.map((line) => [line.line, line])), until });
      const [oldest] = blocks.keys();
      if (blocks.size > BLOCK_LIMIT && oldest !== undefined) blocks.delete(oldest);
      batch(() => {
        this.total.value = last;
        this.#version.value += 1;
      });
    }, true);
    if (blocks === this.#blocks) this.#loading.delete(block);
  }

  /** Searches the lines that the search for the current filter does not cover yet. */
  async #searchNewLines(): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    const { signal: replaced } = this.#search;
    const { text, errorsOnly } = this.filter.peek();
    const id = this.#id;
    if (id === undefined || (text === '' && !errorsOnly)) {
      this.hits.value = undefined;
      this.isSearching.value = false;
      this.#isSearchPending = false;
      return;
    }
    this.#isSearchPending = true;
    this.isSearching.value = this.#searchedTo === 0;
    let isComplete = false;
    while (!isComplete && !replaced.aborted) {
      const from = this.#searchedTo + 1;
      const until = this.total.peek();
      const query = {
        ...(text !== '' && { text }),
        ...(errorsOnly && { errors: true }),
        from,
        limit: HIT_LIMIT,
      };
      const found = await this.#session.guard(() => {
        const request = { params: { path: { id }, query }, signal: replaced };
        return dataOf(service().GET('/api/installs/{id}/log/search', request));
      }, true);
      if (replaced.aborted) return;
      if (found === undefined) break;
      const known = from === 1 ? [] : (this.hits.peek()?.lines ?? []);
      const last = known.at(-1) ?? 0;
      // A search extends to the newest line at that moment, which may be newer than the last line known here.
      const lines = [...known, ...found.lines.filter((line) => line > last)];
      this.hits.value = { ...found, lines };
      this.#searchedTo = until;
      isComplete = found.next !== undefined || this.total.peek() <= until;
    }
    this.isSearching.value = false;
    this.#isSearchPending = false;
  }
}

const blockOf = (line: number): number => Math.floor((line - 1) / BLOCK);
