import { signal, type Signal } from '@preact/signals';
import type { Finding } from '../api/answers.ts';
import { toPointer, type Path } from '../text/json-edit.ts';

/** An entry with the pointers of the values in it whose fields the user has left. */
type LeftFields = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Entries that the user has just added and is still filling in, such as an account without a name. Findings about them
 * would only report what the user is going to type.
 */
export class NewEntries {
  readonly #entries: Signal<LeftFields> = signal<LeftFields>(new Map());

  get areEmpty(): boolean {
    return this.#entries.value.size === 0;
  }

  add(path: Path): void {
    this.#entries.value = new Map([...this.#entries.peek(), [toPointer(path), new Set<string>()]]);
  }

  /** Leaves the field of a value in an entry, or the whole entry. */
  leave(path: Path): void {
    const pointer = toPointer(path);
    const rest = [...this.#entries.peek()].filter(([entry]) => entry !== pointer);
    if (rest.length < this.#entries.peek().size) this.#entries.value = new Map(rest);
    else if (rest.some(([entry]) => contains(entry, pointer))) {
      this.#entries.value = new Map(
        rest.map(([entry, left]) => [entry, contains(entry, pointer) ? new Set([...left, pointer]) : left]),
      );
    }
  }

  /** Completes all entries. */
  complete(): void {
    if (this.#entries.peek().size > 0) this.#entries.value = new Map();
  }

  /**
   * Whether a finding is about an entry, a value in it, or a value that contains it, but not about a value whose
   * field the user has left.
   */
  defer({ pointer }: Finding): boolean {
    if (pointer === undefined || pointer === '') return false;
    return [...this.#entries.value].some(
      ([entry, left]) =>
        (entry === pointer || contains(entry, pointer) || contains(pointer, entry)) && !left.has(pointer),
    );
  }
}

function contains(outer: string, inner: string): boolean {
  return inner.startsWith(`${outer}/`);
}
