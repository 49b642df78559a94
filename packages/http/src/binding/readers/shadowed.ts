import type { Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { reportShadowed, takesTypes } from '../../contract/shadowed.ts';
import type { Finding } from '../../report/findings.ts';

/** Readers for classes that an earlier one takes all of. `levels`: a list for each registry. */
export function reportShadowedReaders(
  levels: readonly (readonly Component<ValueReader>[])[],
  report: (finding: Finding) => void,
): void {
  const words = { rule: 'unreachable-reader', what: 'reader', does: 'reads' } as const;
  for (const level of levels) reportShadowed(level, takesTypes, words, report);
}
