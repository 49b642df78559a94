/** Maximum number of displayed options. */
const LIMIT = 50;

/** The options that match the search text. */
export interface FoundOptions {
  readonly found: readonly string[];
  /** The number of matching options that are not included. */
  readonly more: number;
}

/**
 * Finds the options that contain each word of the text. Options with a word that starts with the first word come first.
 * Returns all options if the text is empty or is one of them, so that another one can be selected.
 */
export function searchOptions(options: readonly string[], text: string): FoundOptions {
  const words = normalize(text).split(' ').filter(Boolean);
  const isComplete = options.includes(text);
  const matching = isComplete
    ? options
    : options.filter((option) => words.every((word) => normalize(option).includes(word)));
  const starts = (option: string): boolean =>
    normalize(option)
      .split(' ')
      .some((part) => part.startsWith(words[0] ?? ''));
  const sorted = isComplete
    ? matching
    : [...matching.filter(starts), ...matching.filter((each) => !starts(each))];
  return { found: sorted.slice(0, LIMIT), more: Math.max(0, sorted.length - LIMIT) };
}

/** Converts to lower case, and replaces the separators of time zones and keyboard layouts with spaces. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[/_\s-]+/g, ' ');
}
