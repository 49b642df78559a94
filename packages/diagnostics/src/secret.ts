import { inspect } from 'node:util';

/** The text that is printed in place of a {@link Secret}. */
export const REDACTED = '[redacted]';

/**
 * A string that is printed as `[redacted]` everywhere: as a string, in JSON and by `console.log`. Only `reveal()`
 * returns the value; call it as late as possible.
 */
export class Secret {
  readonly #value: string;

  static {
    // `isolatedDeclarations` does not support a method with a computed name.
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => REDACTED });
  }

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself, which must never be printed. */
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
