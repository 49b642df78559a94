import { scanToken, scanTemplate, UnreadableError, type Token } from './scan.ts';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const CLOSERS: ReadonlySet<string> = new Set(Object.values(CLOSING));

/** Matches the end of a line if the type continues on the next line. */
const UNFINISHED =
  /(?:[|&?:=,<({[.]|=>|\b(?:extends|keyof|typeof|is|asserts|new|infer|readonly|unique|in|as))$/;

/** A cursor over the tokens of a text. Backtracking is cheap, because tokens are scanned by offset. */
export class Tokens {
  readonly text: string;
  /** The next token. */
  next: Token;
  /** The end offset of the previous token. */
  previousEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.next = scanToken(text, 0);
  }

  take(): Token {
    const taken = this.next;
    this.moveTo(taken.end);
    return taken;
  }

  moveTo(offset: number): void {
    this.previousEnd = offset;
    this.next = scanToken(this.text, offset);
  }

  /** Whether the next token is one of these names or punctuators. */
  at(...values: readonly string[]): boolean {
    const { kind, value } = this.next;
    return (kind === 'name' || kind === 'sign') && values.includes(value);
  }

  /** Whether the token after the next is one of these names or punctuators. */
  isFollowedBy(...values: readonly string[]): boolean {
    const { kind, value } = scanToken(this.text, this.next.end);
    return (kind === 'name' || kind === 'sign') && values.includes(value);
  }

  /** Consumes the next token if it is one of these names or punctuators; returns whether it was consumed. */
  skip(...values: readonly string[]): boolean {
    const isThere = this.at(...values);
    if (isThere) this.take();
    return isThere;
  }

  expect(value: string): void {
    if (!this.skip(value)) throw new UnreadableError(`expected "${value}", not "${this.next.value}"`);
  }

  name(): Token {
    if (this.next.kind !== 'name') throw new UnreadableError(`expected a name, not "${this.next.value}"`);
    return this.take();
  }

  string(): string {
    if (this.next.kind !== 'string') throw new UnreadableError(`expected a string, not "${this.next.value}"`);
    return this.take().value;
  }

  /** Consumes the next piece of a template, after a backtick or a substitution. */
  templatePiece(): ReturnType<typeof scanTemplate> {
    const piece = scanTemplate(this.text, this.previousEnd);
    this.moveTo(piece.end);
    return piece;
  }

  /** Whether the next token is on a new line. */
  isOnNewLine(): boolean {
    return this.text.slice(this.previousEnd, this.next.start).includes('\n');
  }

  /**
   * Skips to one of the given tokens outside nested brackets, to the bracket that closes the enclosing pair, or to the
   * first token of a line that starts a new statement or member.
   */
  skipTo(...values: readonly string[]): void {
    const { start } = this.next;
    while (this.next.kind !== 'end' && !this.at(...values, ...CLOSERS)) {
      if (this.next.start > start && this.#isNewStatement()) return;
      this.skipOne();
    }
  }

  #isNewStatement(): boolean {
    if (!this.isOnNewLine() || this.at('extends', 'is')) return false;
    const isContinued = this.next.kind === 'sign' && !this.at('[', '(', '<');
    return (
      !isContinued && !UNFINISHED.test(this.text.slice(Math.max(0, this.previousEnd - 10), this.previousEnd))
    );
  }

  /** Skips a token, a pair of brackets with its content, or a template. */
  skipOne(): void {
    const { kind, value } = this.take();
    if (kind === 'sign' && value === '`') while (!this.templatePiece().isLast) this.#skipSubstitution();
    const closing = kind === 'sign' ? CLOSING[value] : undefined;
    if (closing === undefined) return;
    while (this.next.kind !== 'end' && !this.at(closing)) this.skipOne();
    this.skip(closing);
  }

  #skipSubstitution(): void {
    while (this.next.kind !== 'end' && !this.at('}')) this.skipOne();
    this.skip('}');
  }
}
