import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { quotePattern } from './pattern-hints.ts';

/** A regular expression in the application, and the string that contains it. */
export interface WrittenExpression {
  /** The description of the expression in a finding. */
  readonly what: string;
  readonly regex: string;
  /** Returns the string with this expression replaced by another one. */
  readonly write: (regex: string) => string;
  readonly origin: Origin | undefined;
}

/** Reports escapes that have lost their backslash in a string literal or that have one backslash too many. */
export function checkEscapes({ what, regex, write, origin }: WrittenExpression): Finding[] {
  const halved = regex.replaceAll(DOUBLED_ESCAPE, (piece) => (piece.length === 3 ? piece.slice(1) : piece));
  if (halved !== regex) {
    return [
      {
        rule: 'escape',
        message: `${what} matches a backslash and a letter, not an escape`,
        hint: `write ${quotePattern(write(halved))} or String.raw\`${write(halved)}\``,
        origin,
      },
    ];
  }
  const letters = new Set<string>();
  const classed = regex.replaceAll(LOST_ESCAPE, (piece: string, letter, digits, inClass) => {
    if (letter !== undefined) return recordEscape(letter, letters);
    if (digits !== undefined) return [...piece].map((each) => recordEscape(each, letters)).join('');
    return inClass === undefined ? piece : piece.replaceAll(/[a-z]/gi, (each) => recordEscape(each, letters));
  });
  // In a string literal, \b is a backspace character.
  const completed = classed.replaceAll('\b', () => recordEscape('b', letters));
  const [first] = letters;
  if (first === undefined) return [];
  return [
    {
      rule: 'escape',
      severity: 'warning',
      message: `${what.replaceAll('\b', '\\u0008')} has ${first === 'b' ? 'a backspace' : `the letter ${first}`}: did you mean \\${first}?`,
      hint: `write ${quotePattern(write(completed))}: in a string literal, a backslash is written as two`,
      origin,
    },
  ];
}

function recordEscape(letter: string, letters: Set<string>): string {
  letters.add(letter);
  return `\\${letter}`;
}

/**
 * Matches two backslashes before the letter of a class or boundary, unless this letter begins a word. Also matches any
 * other escape.
 */
const DOUBLED_ESCAPE = /\\\\[dwsb](?![a-z\d])|\\[^]/gi;

/**
 * Matches, in this order: an escape, which is skipped; the letter of a class with a quantifier; several `d` in a row; a
 * bracketed class that has a quantifier and contains only such letters and symbols; any other bracketed class, which is
 * skipped.
 */
const LOST_ESCAPE =
  /\\[^]|(?<![a-z\d])([dws])(?=[+*]|\{\d)|(?<![a-z\d])(dd+)(?![a-z\d])|(\[(?=[^\]]*[dws])(?:[dws]|[^\]\\a-z\d])*\](?=[+*{]))|\[(?:\\[^]|[^\]\\])*\]/gi;
