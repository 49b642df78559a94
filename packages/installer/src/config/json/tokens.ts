import { createScanner } from 'jsonc-parser';
import type { OffsetRange } from '@writ/diagnostics';

export type TokenKind =
  | '{'
  | '}'
  | '['
  | ']'
  | ','
  | ':'
  | 'null'
  | 'true'
  | 'false'
  | 'string'
  | 'number'
  | 'comment'
  | 'blank'
  | 'unknown'
  | 'end';

export interface Token extends OffsetRange {
  readonly kind: TokenKind;
  /** The text without quotes and escapes of a string; the text itself of everything else. */
  readonly value: string;
  /** A string in other quotes than JSON's, or one without its closing quote. */
  readonly form?: 'single' | 'curly' | 'open';
  /** A number that breaks off, as `1.` does. */
  readonly broken?: true;
}

/** By the numbers that jsonc-parser gives its kinds. */
const kinds: readonly TokenKind[] = [
  'unknown',
  ...(['{', '}', '[', ']', ',', ':', 'null', 'true', 'false', 'string', 'number'] as const),
  ...(['comment', 'comment', 'blank', 'blank', 'unknown', 'end'] as const),
];
const END_OF_STRING = 2;
const END_OF_NUMBER = 3;

/** Blanks of typography, which look like those of JSON: they come with text copied from web pages. */
const oddBlanks = /^(?:[^\S \t\r\n]|[\u0085\u200b])+/;

const otherQuotes = [
  ['single', /'([^'"\n\r]*)'/y],
  ['curly', /[“„‟«]([^“”„‟«»"\n\r]*)[“”‟«»"]/y],
] as const;

/** A place in the sequence of tokens; blanks and comments are stepped over. */
export interface Cursor {
  /** The one to be read next. */
  token(): Token;
  /** The one after it. */
  peek(): Token;
  advance(): void;
  /** Goes on with whatever begins at this offset. */
  seek(offset: number): void;
  /** From now on the text is at its end. */
  stop(): void;
  /** Where the token before this one ends. */
  previousEnd(): number;
}

/** What is stepped over although JSON does not have it. */
export type OnSkipped = (kind: 'comment' | 'odd-blank', range: OffsetRange) => void;

export function readTokens(text: string, onSkipped: OnSkipped): Cursor {
  const scanner = createScanner(text, false);
  let current: Token | undefined;
  let previousEnd = 0;
  let stopped = false;

  function scan(): Token {
    for (;;) {
      if (stopped) return { kind: 'end', start: text.length, end: text.length, value: '' };
      const kind = kinds[scanner.scan()] ?? 'unknown';
      // Real blanks have no faults.
      if (kind === 'blank') continue;
      const start = scanner.getTokenOffset();
      const found = refine(text, {
        kind,
        start,
        end: start + scanner.getTokenLength(),
        value: scanner.getTokenValue(),
        ...(kind === 'string' && scanner.getTokenError() === END_OF_STRING ? { form: 'open' as const } : {}),
        ...(kind === 'number' && scanner.getTokenError() === END_OF_NUMBER ? { broken: true as const } : {}),
      });
      scanner.setPosition(found.end);
      if (found.kind === 'comment') onSkipped('comment', found);
      else if (found.kind === 'blank') onSkipped('odd-blank', found);
      else return found;
    }
  }

  function token(): Token {
    return (current ??= scan());
  }

  return {
    token,
    peek() {
      const { end } = token();
      const next = scan();
      scanner.setPosition(end);
      return next;
    },
    advance() {
      previousEnd = token().end;
      current = scan();
    },
    seek(offset) {
      scanner.setPosition(offset);
      previousEnd = offset;
      current = scan();
    },
    stop() {
      stopped = true;
      current = undefined;
    },
    previousEnd: () => previousEnd,
  };
}

/** Text in the quotes of other languages, and comments in the shell's form, are read as what they are meant to be. */
function refine(text: string, token: Token): Token {
  if (token.kind !== 'unknown') return token;
  const [blanks] = oddBlanks.exec(token.value) ?? [];
  if (blanks !== undefined)
    return { ...token, kind: 'blank', end: token.start + blanks.length, value: blanks };
  if (token.value.startsWith('#')) {
    const end = lineEnd(text, token.start);
    return { ...token, kind: 'comment', end, value: text.slice(token.start, end) };
  }
  // Such a run has no end that the scanner would not look for again behind each quote.
  if (token.value.length > LONGEST_LINE) return token;
  for (const [form, pattern] of otherQuotes) {
    pattern.lastIndex = token.start;
    const [whole, inside] = pattern.exec(text) ?? [];
    if (whole !== undefined && inside !== undefined) return quoted(token, whole, inside, form);
  }
  return token;
}

function quoted(token: Token, whole: string, value: string, form: 'single' | 'curly'): Token {
  return { kind: 'string', start: token.start, end: token.start + whole.length, value, form };
}

/** How much of a line is looked at: a file can be one line of a megabyte, with a fault in every letter. */
const LONGEST_LINE = 8192;

/** The offset that ends the line of this offset, or what is looked at of it. */
export function lineEnd(text: string, offset: number): number {
  const limit = Math.min(text.length, offset + LONGEST_LINE);
  for (let at = offset; at < limit; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at;
  }
  return limit;
}

/** How far an offset lies from its line's begin; undefined when something but blanks stands between. */
export function indentOf(text: string, offset: number): number | undefined {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1;
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r' ? offset - at : undefined;
}
