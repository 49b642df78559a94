import { HttpError } from '@writ/http';

/** Maximum number of labels. */
const LABEL_LIMIT = 64;
/** Maximum number of characters of a pattern, with the names of its variables. */
const PATTERN_LENGTH = 1_024;

const PREFIX = 'labels.';

/** Returns the patterns of labels, by the names that findings use for them. */
export function labelPatterns(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, text]) => [`${PREFIX}${name}`, text]));
}

/** Returns the labels of a row by their names. @param filled the patterns with the values of the row */
export function filledLabels(filled: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filled).flatMap(([name, text]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), text]] : [],
    ),
  ) as Record<string, string>;
}

/** @throws {HttpError} 400 when there are too many labels, or a pattern is too long */
export function assertPatterns(patterns: Readonly<Record<string, string>>): void {
  const entries = Object.entries(patterns);
  if (entries.filter(([name]) => name.startsWith(PREFIX)).length > LABEL_LIMIT)
    throw new HttpError('invalid-values', `labels must have at most ${LABEL_LIMIT} members`);
  for (const [name, text] of entries) {
    if (Math.max(name.length, text.length) > PATTERN_LENGTH)
      throw new HttpError(
        'invalid-values',
        `${name.slice(0, 80)} must have at most ${PATTERN_LENGTH} characters`,
      );
  }
}
