import { inspect } from 'node:util';

/** What every print of a {@link Secret} shows. */
export const REDACTED = '[redacted]';

/**
 * A text that prints as `[redacted]`, however it is printed: as a string, in JSON, by `console.log`.
 * Only `reveal()` gives it out; call that as late as possible, and only to hand it to a file descriptor.
 */
export class Secret {
  readonly #value: string;

  static {
    // Not a method by a computed name: declarations without inference have no way to write one.
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => REDACTED });
  }

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself: for where it is used, never for output. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }
}
