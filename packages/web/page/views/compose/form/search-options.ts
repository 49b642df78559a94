/** Maximum number of displayed options. */
const LIMIT = 50;

/** The rank of an option that does not contain each word of the text. */
const NO_MATCH = -1;

/** The options that match the search text. */
export interface FoundOptions {
  readonly found: readonly string[];
  /** The number of matching options that are not included. */
  readonly more: number;
}

/**
 * Finds the options that contain each word of the text, or all options for an empty text. The option that equals the
 * text comes first, followed by options with a word that starts with the first word.
 *
 * @param describe returns the displayed description of an option, which is searched too
 */
export function searchOptions(
  options: readonly string[],
  text: string,
  describe: (option: string) => string | undefined = () => undefined,
): FoundOptions {
  const words = normalize(text).split(' ').filter(Boolean);
  const rankOf = (option: string): number => {
    const content = normalize(`${option} ${describe(option) ?? ''}`);
    if (!words.every((word) => content.includes(word))) return NO_MATCH;
    if (normalize(option) === normalize(text)) return 0;
    return content.split(' ').some((part) => part.startsWith(words[0] ?? '')) ? 1 : 2;
  };
  const ranked = options
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank);
  return {
    found: ranked.slice(0, LIMIT).map(({ option }) => option),
    more: Math.max(0, ranked.length - LIMIT),
  };
}

/** Converts to lower case, and replaces the separators of time zones and keyboard layouts with spaces. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[/_\s-]+/g, ' ');
}
