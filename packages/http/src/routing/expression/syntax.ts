/** The part of the language of regular expressions that an automaton can hold: no look-around, no back references. */
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

/** Whether a position between two code points is one; undefined for the start or the end of the text. */
export type Assertion = (before: number | undefined, after: number | undefined) => boolean;

/** Characters that one step of an expression takes, such as `a`, `.`, `\d` or `[^/]`. */
export class Characters {
  readonly source: string;
  readonly #regex: RegExp;
  /** For ASCII: 0 for unknown, 1 for yes, 2 for no. */
  readonly #known = new Uint8Array(128);

  constructor(source: string, flags: string) {
    this.source = source;
    this.#regex = new RegExp(`^(?:${source})$`, flags);
  }

  has(code: number): boolean {
    if (code >= 128) return this.#regex.test(String.fromCodePoint(code));
    const known = this.#known[code];
    if (known !== 0) return known === 1;
    const has = this.#regex.test(String.fromCharCode(code));
    this.#known[code] = has ? 1 : 2;
    return has;
  }
}

const WORD = /^\w$/;

function isWord(code: number | undefined): boolean {
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}

/** The assertions without a look-around, as they are written. */
export const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['^', (before) => before === undefined],
  ['$', (_before, after) => after === undefined],
  ['\\b', (before, after) => isWord(before) !== isWord(after)],
  ['\\B', (before, after) => isWord(before) === isWord(after)],
]);
