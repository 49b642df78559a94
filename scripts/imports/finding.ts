import type { Import } from './read-imports.ts';

/** An import that violates a rule. */
export interface ImportFinding {
  readonly at: Import;
  readonly message: string;
  readonly hint: string;
  /** The other imports of a ring. */
  readonly others?: readonly Import[];
}
