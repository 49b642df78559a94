import { nearest } from '@writ/diagnostics';
import { placeholderHint } from './placeholder.ts';

/** The known name that was probably meant, in any case of letters; or that a placeholder stands there. */
export function close(text: string, known: readonly string[]): { hint?: string } {
  const same = known.find((name) => name.toLowerCase() === text.trim().toLowerCase().replaceAll(' ', '_'));
  const near = same ?? nearest(text, known);
  // Of a short name that a long text begins with nobody has thought.
  const wanted = same === undefined && near !== undefined && text.length > 2 * near.length ? undefined : near;
  return wanted === undefined || placeholderHint(text).hint !== undefined
    ? placeholderHint(text)
    : { hint: `did you mean ${JSON.stringify(wanted)}?` };
}
