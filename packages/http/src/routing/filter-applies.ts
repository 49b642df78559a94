import type { Pattern } from './pattern.ts';
import { matchPattern } from './match-pattern.ts';
import type { Spelling } from './spellings.ts';

/** A path and its other spellings. */
export interface SpelledPath {
  readonly path: Spelling;
  readonly spellings: readonly Spelling[];
}

/**
 * Whether a filter with the pattern runs for the path. The pattern is matched by the same code as routes and against
 * every spelling under which a route may match, because requests could otherwise bypass a guard.
 */
export function filterApplies(pattern: Pattern | undefined, request: SpelledPath): boolean {
  if (pattern === undefined || matchPattern(pattern, request.path) !== undefined) return true;
  return request.spellings.some((spelling) => matchPattern(pattern, spelling) !== undefined);
}
