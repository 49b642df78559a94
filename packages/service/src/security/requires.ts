import { RolesAllowed, type ScopeDecorator } from '@writ/annotations';
import type { Right } from '../records/rights.ts';

/**
 * Declares the right that the requests of a class or a method need. A route of the API without a declaration is an error
 * at start-up.
 */
export function Requires(right: Right): ScopeDecorator {
  return RolesAllowed(right);
}
