/** The syntax of regular expressions that an automaton can represent. It excludes lookaround and backreferences. */
export type Syntax =
  | { readonly kind: 'character'; readonly characters: Characters }
  | { readonly kind: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'choice'; readonly options: readonly Syntax[] }
  | {
      readonly kind: 'repeat';
      readonly of: Syntax;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  | { readonly kind: 'group'; readonly of: Syntax; readonly name: string | undefined }
  | { readonly kind: 'assertion'; readonly holds: Assertion };

/** Whether an assertion is true between two code points. `undefined` represents the start or the end of the string. */
export type Assertion = (before: number | undefined, after: number | undefined) => boolean;

/** Matches a literal character, or a backslash before a symbol that it makes literal. */
const LITERAL = /^\\?([^\w\s])$|^(\w)$/;
const SPECIAL = /^[$^.*+?()[\]{}|\\]$/;

/** The characters that one step of an expression consumes, such as `a`, `.`, `\d` or `[^/]`. */
export class Characters {
  readonly source: string;
  /** The code of a single character, which is the most frequent case in path patterns. It is -1 for a class. */
  readonly #code: number = -1;
  readonly #regex: RegExp | undefined;
  /** The cached results of a class, by ASCII character: 0 for unknown, 1 for yes and 2 for no. */
  readonly #known: Uint8Array | undefined;

  constructor(source: string, flags: string) {
    this.source = source;
    const [, symbol, word] = LITERAL.exec(source) ?? [];
    const character = symbol ?? word;
    if (character !== undefined && !SPECIAL.test(source) && !flags.includes('i')) {
      this.#code = character.charCodeAt(0);
      return;
    }
    this.#regex = new RegExp(`^(?:${source})$`, flags);
    this.#known = new Uint8Array(128);
  }

  has(code: number): boolean {
    const known = this.#known;
    if (known === undefined) return code === this.#code;
    if (code >= known.length) return this.#regex!.test(String.fromCodePoint(code));
    if (known[code] === 0) known[code] = this.#regex!.test(String.fromCharCode(code)) ? 1 : 2;
    return known[code] === 1;
  }
}

const WORD = /^\w$/;

function isWord(code: number | undefined): boolean {
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}

/** The assertions except lookaround, by their notation. */
export const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['^', (before) => before === undefined],
  ['$', (_before, after) => after === undefined],
  ['\\b', (before, after) => isWord(before) !== isWord(after)],
  ['\\B', (before, after) => isWord(before) === isWord(after)],
]);
