import type { Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { reportUnreachable, includesTypes } from '../../contract/unreachable.ts';
import type { Finding } from '../../report/findings.ts';

/** Reports readers whose classes an earlier reader includes. `levels`: a list for each registry. */
export function reportUnreachableReaders(
  levels: readonly (readonly Component<ValueReader>[])[],
  report: (finding: Finding) => void,
): void {
  const words = { rule: 'unreachable-reader', what: 'reader', does: 'reads' } as const;
  for (const level of levels) reportUnreachable(level, includesTypes, words, report);
}
