import { nearest } from '@writ/diagnostics';
import { placeholderHint } from './placeholder.ts';

/** The known name that was probably meant, in any case of letters; or that a placeholder stands there. */
export function suggestName(text: string, known: readonly string[]): { hint?: string } {
  const same = known.find((name) => name.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
  const near = same ?? nearest(text, known);
  // Of a short name that a long text begins with nobody has thought.
  const suggested =
    same === undefined && near !== undefined && text.length > 2 * near.length ? undefined : near;
  return suggested === undefined || placeholderHint(text).hint !== undefined
    ? placeholderHint(text)
    : { hint: `did you mean ${JSON.stringify(suggested)}?` };
}
