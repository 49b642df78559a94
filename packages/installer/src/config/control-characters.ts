/**
 * Control characters (DEL and those of Latin-1 among them), what else ends a line in some reader, and halves of a
 * surrogate pair: no file can hold one, so another character would be written in its place.
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

/** The first control character of a text, in words; undefined when it has none that is not allowed. */
export function findControlCharacter(text: string, allowed = ''): string | undefined {
  for (const [character] of text.matchAll(control)) {
    if (allowed.includes(character)) continue;
    const other = /\p{Cs}/u.test(character) ? 'half of a character' : 'a control character';
    return `${names[character] ?? other} (U+${codeOf(character)})`;
  }
  return undefined;
}

/** The same text on one line: each control character as an escape of JSON. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(control, (character) => `\\u${codeOf(character).toLowerCase()}`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** What a custom command may hold of them. */
export const ALLOWED_IN_COMMANDS = '\n\t';
