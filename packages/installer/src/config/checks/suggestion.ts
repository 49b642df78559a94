import { nearest } from '@writ/diagnostics';
import { placeholderHint } from './placeholder.ts';

/** The hint for an unknown name: a similar known name, or a remark that the name looks like a placeholder. */
export function suggestName(text: string, known: readonly string[]): { hint?: string } {
  const same = known.find((name) => name.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
  const near = same ?? nearest(text, known);
  // A short name at the beginning of a long string is a coincidence.
  const suggested =
    same === undefined && near !== undefined && text.length > 2 * near.length ? undefined : near;
  return suggested === undefined || placeholderHint(text).hint !== undefined
    ? placeholderHint(text)
    : { hint: `did you mean ${JSON.stringify(suggested)}?` };
}
