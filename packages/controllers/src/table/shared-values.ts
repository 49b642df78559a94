import { UnexportedValueError, writeExpression } from './expression.ts';

/** Minimum length of an expression that is worth a constant. */
const MIN_LENGTH = 24;

/** Matches the names of the constants, which no import may have. */
export const CONSTANT_NAME: RegExp = /^\$\d+$/;

/**
 * Writes the values that a table contains several times, such as types, as constants, so that each of them is parsed
 * and created once.
 */
export class SharedValues {
  /** The declarations of the constants, in the order of their dependencies. */
  readonly statements: string[] = [];
  readonly #nameOf: (value: unknown) => string | undefined;
  /** The code after the expression of a constant. */
  readonly #suffix: string;
  /** The expressions of the parts of counted values. */
  readonly #texts: Map<object, string> = new Map();
  readonly #counts: Map<string, number> = new Map();
  readonly #names: Map<string, string> = new Map();

  constructor(nameOf: (value: unknown) => string | undefined, typed: boolean) {
    this.#nameOf = nameOf;
    this.#suffix = typed ? ' as const' : '';
  }

  /**
   * Counts the parts of a value. All values of the table must be counted before any of them is written. A value that no
   * module exports is reported when it is written.
   */
  count(value: unknown): void {
    try {
      writeExpression(value, this.#nameOf, (part) => this.#count(part));
    } catch (error) {
      if (!(error instanceof UnexportedValueError)) throw error;
    }
  }

  /** Writes a value with references to the constants. Throws the errors of `writeExpression`. */
  write(value: unknown): string {
    return writeExpression(value, this.#nameOf, (part) => this.#constantOf(part));
  }

  /** Returns the expression of a part that has been counted before: its own parts are part of its constant. */
  #count(part: object): string | undefined {
    const text = writeExpression(part, this.#nameOf);
    this.#texts.set(part, text);
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    return count === 1 ? undefined : text;
  }

  #constantOf(part: object): string | undefined {
    const text = this.#texts.get(part);
    if (text === undefined || text.length < MIN_LENGTH || (this.#counts.get(text) ?? 0) < 2) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const expression = this.write(part);
    const name = `$${this.#names.size}`;
    this.#names.set(text, name);
    this.statements.push(`const ${name} = ${expression}${this.#suffix};`);
    return name;
  }
}
