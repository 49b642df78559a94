import type { Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { reportUnreachable, includesTypes } from '../../contract/unreachable.ts';
import type { Finding } from '../../report/findings.ts';

/** Reports readers whose types are all handled by an earlier reader. `levels`: one list per registry. */
export function reportUnreachableReaders(
  levels: readonly (readonly Component<ValueReader>[])[],
  report: (finding: Finding) => void,
): void {
  const words = { rule: 'unreachable-reader', what: 'reader', does: 'reads' } as const;
  for (const level of levels) reportUnreachable(level, includesTypes, words, report);
}
