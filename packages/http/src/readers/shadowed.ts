import type { Component } from '../scope/component.ts';
import type { ValueReader } from '../scope/roles.ts';
import type { Finding } from '../table/findings.ts';
import { isA } from './select.ts';

/** Readers for classes that an earlier one takes all of. `levels`: a list for each registry. */
export function reportShadowedReaders(
  levels: readonly (readonly Component<ValueReader>[])[],
  report: (finding: Finding) => void,
): void {
  for (const level of levels) {
    for (const [index, reader] of level.entries()) {
      const { types = [] } = reader;
      const general = level
        .slice(0, index)
        .find(
          (earlier) =>
            types.length > 0 && types.every((type) => earlier.types?.some((each) => isA(type, each))),
        );
      if (general === undefined) continue;
      report({
        code: 'W2022',
        severity: 'warning',
        message: `the reader ${reader.name} is never asked: ${general.name}, registered before it, takes all that it reads`,
        hint: 'register the reader of the special class first',
        origin: reader.origin,
        related: general.origin && { message: 'the general one', origin: general.origin },
      });
    }
  }
}
