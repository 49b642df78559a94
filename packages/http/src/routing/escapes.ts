import type { Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import { quotePattern } from './pattern-hints.ts';

/** An expression of an author, within the string that it was written in. */
export interface WrittenExpression {
  /** The expression, as a finding names it. */
  readonly what: string;
  readonly regex: string;
  /** The source to write for another expression. */
  readonly write: (regex: string) => string;
  readonly origin: Origin | undefined;
}

/** Escapes that a string literal has lost, or that have a backslash too many. */
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
  // A string literal makes a backspace of \b.
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

/** Two backslashes before the letter of a class or boundary that is not the beginning of a word; another escape. */
const DOUBLED_ESCAPE = /\\\\[dwsb](?![a-z\d])|\\[^]/gi;

/**
 * An escape, which is skipped; a repeated letter of a class; digits one by one; a repeated class of nothing but such
 * letters and signs, and another class, which is skipped.
 */
const LOST_ESCAPE =
  /\\[^]|(?<![a-z\d])([dws])(?=[+*]|\{\d)|(?<![a-z\d])(dd+)(?![a-z\d])|(\[(?=[^\]]*[dws])(?:[dws]|[^\]\\a-z\d])*\](?=[+*{]))|\[(?:\\[^]|[^\]\\])*\]/gi;
