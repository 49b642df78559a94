import type { Component } from '../../contract/component.ts';
import type { ValueReader } from '../../contract/roles.ts';
import { reportUnreachable, includesTypes } from '../../contract/unreachable.ts';
import type { Finding } from '../../report/findings.ts';

/** Reports each reader whose types are all covered by earlier readers. `levels` contains one list per registry. */
export function reportUnreachableReaders(
  levels: readonly (readonly Component<ValueReader>[])[],
  report: (finding: Finding) => void,
): void {
  const words = { rule: 'unreachable-reader', what: 'reader', does: 'reads' } as const;
  for (const level of levels) reportUnreachable(level, includesTypes, words, report);
}
