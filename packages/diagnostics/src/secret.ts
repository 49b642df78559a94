import { inspect } from 'node:util';

/** Text that a {@link Secret} prints as. */
export const REDACTED = '[redacted]';

/**
 * A string that prints as `[redacted]` everywhere: as a string, in JSON, by `console.log`. Only `reveal()` returns it;
 * call that as late as possible, and only to write it to a file descriptor.
 */
export class Secret {
  readonly #value: string;

  static {
    // Not a method with a computed name: `isolatedDeclarations` does not support one.
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => REDACTED });
  }

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself. Use it; never print it. */
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
