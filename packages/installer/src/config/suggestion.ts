import { maskSecrets } from './secrets.ts';
import type { Details } from './finding-codes.ts';

/** A hint, and a correction: JSON that replaces the text in the finding's range. Either may be absent. */
export type Suggestion = Pick<Details, 'hint' | 'correction'>;

/** Suggests the name that was probably intended. */
export function suggest(name: string): Required<Suggestion> {
  const correction = JSON.stringify(name);
  return { hint: `did you mean ${correction}?`, correction };
}

/**
 * Suggests the value to write. If the value contains a secret, there is only a masked hint and no correction.
 */
export function suggestJson(value: unknown, why?: string): Suggestion {
  const json = JSON.stringify(value);
  const shown = maskSecrets(json);
  const hint = `write ${shown}${why === undefined ? '' : why}`;
  return shown === json ? { hint, correction: json } : { hint };
}
