import { nearest } from '@writ/diagnostics';
import { suggest, type Suggestion } from '../suggestion.ts';
import { placeholderHint } from './placeholder.ts';

/**
 * Returns the suggestion for an unknown name: a similar known name, or a hint that the name looks like a placeholder;
 * empty if there is neither.
 */
export function suggestName(text: string, known: readonly string[]): Suggestion {
  const same = known.find((name) => name.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
  const near = same ?? nearest(text, known);
  // If a long string begins with a short name, this is probably a coincidence.
  const suggested =
    same === undefined && near !== undefined && text.length > 2 * near.length ? undefined : near;
  return suggested === undefined || placeholderHint(text).hint !== undefined
    ? placeholderHint(text)
    : suggest(suggested);
}
