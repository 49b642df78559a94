import { createScanner } from 'jsonc-parser';
import type { OffsetRange } from '@writ/diagnostics';

export interface Token extends OffsetRange {
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'literal' | 'unknown' | 'end';
  /** The decoded content of a string; the source text of any other token. */
  readonly value: string;
  /** Set for a string in quotes that JSON does not allow, or without a closing quote. */
  readonly quotes?: 'foreign' | 'unclosed';
}

/** Token kinds, indexed by the numeric kinds of jsonc-parser. */
const kinds = [
  'unknown',
  ...(['{', '}', '[', ']', ',', ':'] as const),
  ...(['literal', 'literal', 'literal', 'string', 'literal'] as const),
  ...(['comment', 'comment', 'blank', 'blank', 'unknown', 'end'] as const),
] as const;
const UNCLOSED = 2;
const BROKEN_OFF = 3;

/** Shell comments and Unicode whitespace, which are common in copied text. */
const foreignTrivia = /(#[^\n\r]*)|(?:[^\S \t\r\n]|[\u0085\u200b])+/y;

/** A semicolon between values. */
const separator = /(?<!:\s*);\s*(?:["{[}\]\d-]|true|false|null|$)/y;

const foreignQuotes = /'([^'"\n\r]*)'|[“„‟«]([^“”„‟«»"\n\r]*)[“”‟«»"]/y;

/**
 * Returns a function that finds the first token at or after an offset; `onSkipped` receives skipped ranges
 * that are invalid in JSON.
 */
export function tokenScanner(
  text: string,
  onSkipped: (kind: 'comment' | 'invalid-whitespace', range: OffsetRange) => void,
): (offset: number) => Token {
  const scanner = createScanner(text, false);
  return (offset) => {
    scanner.setPosition(offset);
    for (;;) {
      const kind = kinds[scanner.scan()] ?? 'unknown';
      const start = scanner.getTokenOffset();
      const end = scanner.getPosition();
      const value = scanner.getTokenValue();
      const error = scanner.getTokenError();
      if (kind === 'string' && error === UNCLOSED) return { kind, start, end, value, quotes: 'unclosed' };
      // The number is incomplete, such as `1.`.
      if (kind === 'literal' && error === BROKEN_OFF) return { kind: 'unknown', start, end, value };
      if (kind === 'comment') {
        onSkipped(kind, { start, end });
      } else if (kind === 'unknown') {
        separator.lastIndex = start;
        if (value === ';' && separator.test(text)) return { kind: ',', start, end, value };
        foreignTrivia.lastIndex = start;
        const [skipped, comment] = foreignTrivia.exec(text) ?? [];
        if (skipped === undefined) return foreignString(text, start, value) ?? { kind, start, end, value };
        const skippedEnd = start + skipped.length;
        onSkipped(comment === undefined ? 'invalid-whitespace' : 'comment', { start, end: skippedEnd });
        scanner.setPosition(skippedEnd);
      } else if (kind !== 'blank') {
        return { kind, start, end, value };
      }
    }
  };
}

/** Reads a string in quotes that JSON does not allow; returns undefined if there is none at `start`. */
function foreignString(text: string, start: number, value: string): Token | undefined {
  // For a long run of quotes, the scanner would search for the end of the run again after each quote.
  if (value.length > MAX_LINE) return undefined;
  foreignQuotes.lastIndex = start;
  const [whole, single, curly = single] = foreignQuotes.exec(text) ?? [];
  return whole === undefined || curly === undefined
    ? undefined
    : { kind: 'string', start, end: start + whole.length, value: curly, quotes: 'foreign' };
}

/**
 * Maximum length of the part of a line that is examined. A file may consist of a single line of one megabyte
 * with a fault at every character.
 */
const MAX_LINE = 8192;

/** Returns the end of the line at an offset, or the end of its examined part. */
export function lineEnd(text: string, offset: number): number {
  const limit = Math.min(text.length, offset + MAX_LINE);
  let at = offset;
  while (at < limit && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** Returns the indentation before an offset; undefined if other characters precede the offset in its line. */
export function indentOf(text: string, offset: number): number | undefined {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at -= 1;
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r' ? offset - at : undefined;
}
