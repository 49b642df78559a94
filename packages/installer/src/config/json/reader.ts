import type { OffsetRange } from '@writ/diagnostics';
import { bracketFaultKinds, type Fault, type FaultKind } from './faults.ts';
import { lineEnd, tokenScanner, type Token } from './tokens.ts';
import type { JsonNode, Member, ScalarNode } from './tree.ts';

/** Maximum number of reported faults. */
const MAX_FAULTS = 100;

export type Closer = '}' | ']';

/** An object or a list during parsing. */
export interface Container {
  kind: 'object' | 'array';
  readonly start: number;
  readonly closer: Closer;
  /** The indentation of an object's keys, taken from the first key at the start of a line. */
  column?: number | undefined;
  readonly members: Member[];
  readonly items: JsonNode[];
}

/** The state of a parser: text, position and faults. */
export class Reader {
  readonly text: string;
  /** Whether a key ends an inner object if it is indented no further than the keys of an outer object. */
  readonly byIndent: boolean;
  readonly faults: Fault[] = [];
  /** Values without a key. */
  readonly discarded: JsonNode[] = [];
  /** The open containers, outermost first. */
  readonly open: Container[] = [];
  /**
   * For each kind of bracket, the number of closing brackets minus the number of opening brackets, corrected for
   * brackets that were reported as missing.
   */
  readonly surplus: Record<Closer, number>;
  /** The offset up to which the text has been read. */
  position = 0;
  readonly #known = new Set<string>();
  readonly #scan: (offset: number) => Token;
  #token: Token;
  #following: Token | undefined;

  constructor(text: string, byIndent: boolean) {
    this.text = text;
    this.byIndent = byIndent;
    this.surplus = countBrackets(text);
    this.#scan = tokenScanner(text, (kind, range) => this.addFault(kind, range));
    this.#token = this.#scan(0);
  }

  /** Returns the next token. */
  token(): Token {
    return this.#token;
  }

  /** Returns the token after the next one. */
  peek(): Token {
    return (this.#following ??= this.#scan(this.#token.end));
  }

  /** Whether the next token is a string that is followed by a colon. */
  isKey(): boolean {
    return this.#token.kind === 'string' && this.peek().kind === ':';
  }

  /** Returns the text from the next token to the end of its line, or of the part of the line that is examined. */
  line(): string {
    return this.text.slice(this.#token.start, lineEnd(this.text, this.#token.start));
  }

  /** Continues with the first token at or after an offset. */
  seek(offset: number): void {
    // A file with too many faults is probably not a configuration, so the remainder is skipped.
    const from = this.faults.length > MAX_FAULTS ? this.text.length : offset;
    this.#token = from === this.#token.end ? this.peek() : this.#scan(from);
    this.#following = undefined;
    this.position = offset;
  }

  /**
   * Returns a node with the given value for the text up to an offset, and continues after it. Adds the fault, if
   * one is given.
   */
  readScalar(end: number, value: ScalarNode['value'], fault?: FaultKind, write?: string): ScalarNode {
    const { start } = this.#token;
    if (fault !== undefined) this.addFault(fault, { start, end }, { write });
    this.seek(end);
    if (value === null) return { kind: 'null', start, end, value };
    if (typeof value === 'string') return { kind: 'string', start, end, value };
    return { kind: typeof value === 'number' ? 'number' : 'boolean', start, end, value };
  }

  /** Reports a fault in a range or at an offset. */
  addFault(
    kind: FaultKind,
    place: OffsetRange | number,
    more?: Pick<Fault, 'write' | 'other' | 'count'>,
  ): void {
    const { start, end } = typeof place === 'number' ? { start: place, end: place } : place;
    // Look-ahead may find a comment twice. A missing bracket and a missing comma after it count as one
    // omission.
    const known = `${kind} ${start}`;
    const isSameOmission = kind === 'missing-comma' && this.#known.has(`bracket ${start}`);
    if (isSameOmission || this.#known.has(known) || this.faults.length > MAX_FAULTS) return;
    this.#known.add(known);
    if (bracketFaultKinds.has(kind)) this.#known.add(`bracket ${end}`);
    if (this.faults.length < MAX_FAULTS) this.faults.push({ kind, start, end, ...more });
    else this.faults.push({ kind: 'too-many-faults', start, end: start });
  }
}

function countBrackets(text: string): Record<Closer, number> {
  const surplus = { '}': 0, ']': 0 };
  const scan = tokenScanner(text, () => {});
  for (let { kind, end } = scan(0); kind !== 'end'; { kind, end } = scan(end)) {
    if (kind === '{') surplus['}'] -= 1;
    else if (kind === '[') surplus[']'] -= 1;
    else if (kind === '}' || kind === ']') surplus[kind] += 1;
  }
  return surplus;
}
