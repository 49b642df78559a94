/**
 * Control characters, including DEL and the C1 controls, Unicode line separators, and lone surrogates. UTF-8
 * cannot encode a lone surrogate and would write a different character.
 */
const control = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

const names: Readonly<Record<string, string>> = {
  '\0': 'a null character',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a carriage return',
  '\u001b': 'an escape character',
  '\u2028': 'a line separator',
  '\u2029': 'a paragraph separator',
};

/** Describes the first control character of a string that is not in `allowed`; returns undefined if there is none. */
export function findControlCharacter(text: string, allowed = ''): string | undefined {
  for (const [character] of text.matchAll(control)) {
    if (allowed.includes(character)) continue;
    const other = /\p{Cs}/u.test(character) ? 'half of a surrogate pair' : 'a control character';
    return `${names[character] ?? other} (U+${codeOf(character)})`;
  }
  return undefined;
}

/** Replaces control characters with JSON escapes, so that the string occupies one line. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(control, (character) => `\\u${codeOf(character).toLowerCase()}`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The control characters that custom commands may contain. */
export const ALLOWED_IN_COMMANDS = '\n\t';
