import { ASSERTIONS, Characters, type Syntax } from './syntax.ts';

/** Matches a string that contains only flags that the parser supports. */
const KNOWN_FLAGS = /^[dgiusy]*$/;

/**
 * Parses an expression that compiles with these flags. Returns undefined if an automaton cannot represent the
 * expression, because it contains lookaround, backreferences or inline flags, has the flag `m` or `v`, or is nested too
 * deeply.
 */
export function parseExpression(source: string, flags: string): Syntax | undefined {
  if (!KNOWN_FLAGS.test(flags)) return undefined;
  const reader = new Reader(source, flags.replaceAll(/[dgy]/g, ''));
  try {
    return reader.choice();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Unsupported extends Error {}

/** Matches an escape for a character or a class, a bracketed class, or any other code point. */
const CHARACTER =
  /\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/uy;
/** Maximum nesting depth of groups. Without a limit, nested groups could exhaust the stack. */
const MAX_DEPTH = 100;

class Reader {
  readonly #source: string;
  readonly #flags: string;
  #index = 0;
  #depth = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  /** Parses up to the end of the source, or up to the parenthesis that closes the group. */
  choice(): Syntax {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(): Syntax {
    const parts: Syntax[] = [];
    while (this.#index < this.#source.length && !'|)'.includes(this.#source[this.#index]!))
      parts.push(this.#repeated(this.#term()));
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #term(): Syntax {
    if (this.#take('(')) return this.#group();
    for (const [written, holds] of ASSERTIONS) if (this.#take(written)) return { kind: 'assertion', holds };
    const [character] = this.#match(CHARACTER) ?? [''];
    if (/^\\[1-9k]/.test(character)) throw new Unsupported();
    return { kind: 'character', characters: new Characters(character, this.#flags) };
  }

  #group(): Syntax {
    let name: string | undefined;
    if (this.#take('?')) {
      const found = this.#match(/<(?![=!])([^>]*)>|:/uy);
      if (found === undefined) throw new Unsupported();
      [, name] = found;
    }
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Unsupported();
    const of = this.choice();
    this.#depth -= 1;
    this.#take(')');
    return { kind: 'group', of, name };
  }

  #repeated(of: Syntax): Syntax {
    const found = this.#match(QUANTIFIER);
    if (found === undefined) return of;
    const [, sign, least, comma, most, lazily] = found;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const exact = sign === undefined && comma === undefined;
    const max = exact ? min : sign === '?' ? 1 : sign === undefined && most ? Number(most) : Infinity;
    return { kind: 'repeat', of, min, max, lazy: lazily === '?' };
  }

  #take(written: string): boolean {
    if (!this.#source.startsWith(written, this.#index)) return false;
    this.#index += written.length;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#index;
    const found = expression.exec(this.#source) ?? undefined;
    if (found !== undefined) this.#index += found[0].length;
    return found;
  }
}
